// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/speedscope/valuesofthreads.h"

#include "model/core/memorybudget.h"

namespace ember::model::speedscope {

ValuesOfThreads::ValuesOfThreads(const Document &document, std::size_t fileBytes)
    : m_document(document),
      m_budget(memoryBudget(fileBytes))
{
}

bool ValuesOfThreads::take(const ProfileEntry &entry)
{
    if (!entry.value || entry.value->profile >= mostProfiles || !isOfItsThread(entry))
        return false;
    const ValueEntry &value = *entry.value;
    const std::tuple type(value.profile, value.thread, std::string_view(value.type),
                          std::string_view(value.unit));
    if (m_types.contains(type) || !takeFrames(entry))
        return false;
    m_types.insert(type);
    m_profiles.at(value.profile)[value.thread].push_back(&entry);
    return true;
}

bool ValuesOfThreads::isOfItsThread(const ProfileEntry &entry) const
{
    const auto &threads = m_profiles.at(entry.value->profile);
    const auto own = threads.find(entry.value->thread);
    if (own == threads.end())
        return true;
    const ProfileEntry &first = *own->second.front();
    return first.sampleEnds == entry.sampleEnds && first.frames == entry.frames;
}

// Each profile has names of its own: few entries with the same long ones would take much. False,
// and nothing is taken, where there is no room for them.
bool ValuesOfThreads::takeFrames(const ProfileEntry &entry)
{
    auto &isUsed = m_isUsed.at(entry.value->profile);
    isUsed.resize(m_document.frames.size());
    std::vector<std::uint32_t> added;
    auto bytes = m_bytes;
    for (const auto row : entry.frames) {
        if (isUsed[row])
            continue;
        isUsed[row] = true;
        added.push_back(row);
        const NamedFrame &frame = m_document.frames[row];
        bytes += sizeof frame + frame.name.size() + frame.file.size();
    }
    if (bytes <= m_budget) {
        m_bytes = bytes;
        return true;
    }
    for (const auto row : added)
        isUsed[row] = false;
    return false;
}

} // namespace ember::model::speedscope
