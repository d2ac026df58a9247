// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/sessionparts.h"

#include <algorithm>

namespace ember::model::sentry {

WrittenThread writtenThread(const Profile &profile, const ChunkThreadIds &ids, ThreadIndex thread)
{
    return {ids.ids[thread.row()], std::string(profile.text(profile.thread(thread).name))};
}

// The newest thread of the id, unless both have names and these differ: as chunks are read. It is
// one thread in a profile only.
std::optional<std::size_t> SessionThreadIds::place(std::string_view id, std::string_view name,
                                                   const std::set<std::string> &used) const
{
    const auto same = m_known.find(id);
    if (same == m_known.end())
        return std::nullopt;
    for (auto row = same->second.size(); row-- > 0;) {
        const Known &known = same->second[row];
        const bool isSame = name.empty() || known.name.empty() || known.name == name;
        if (isSame && !used.contains(known.written))
            return row;
    }
    return std::nullopt;
}

ChunkThreadIds SessionThreadIds::of(const Profile &profile)
{
    ChunkThreadIds result;
    result.ids.resize(profile.threadCount());
    std::set<std::string> used;
    std::vector<std::size_t> rest;
    const auto take = [&](std::size_t row, std::string written) {
        const Thread &thread = profile.thread(ThreadIndex(row));
        m_known[std::string(profile.text(thread.id))].push_back(
            {std::string(profile.text(thread.name)), written});
        used.insert(written);
        result.ids[row] = std::move(written);
    };
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const Thread &thread = profile.thread(ThreadIndex(row));
        const auto id = profile.text(thread.id);
        const auto name = profile.text(thread.name);
        const auto number = decimalId(id);
        if (const auto known = place(id, name, used)) {
            Known &same = m_known.find(id)->second[*known];
            if (same.name.empty())
                same.name = name;
            used.insert(same.written);
            result.ids[row] = same.written;
            result.renumbered += same.written == id ? 0U : 1U;
        } else if (number && m_taken.insert(*number).second) {
            take(row, std::to_string(*number));
        } else {
            rest.push_back(row);
        }
    }
    for (const auto row : rest) {
        std::uint64_t number = firstNewThreadId;
        while (!m_taken.insert(number).second)
            ++number;
        take(row, std::to_string(number));
        ++result.renumbered;
    }
    return result;
}

void SessionFacts::learn(const Profile &profile, std::span<const Piece> pieces,
                         const ChunkThreadIds &ids)
{
    ++parts;
    for (std::size_t row = 0; row < profile.threadCount(); ++row)
        isSampled = isSampled || !profile.samples(ThreadIndex(row)).isEmpty();
    const auto zero = profile.tables().start.value_or(Timestamp()).time_since_epoch();
    for (const Piece &piece : pieces) {
        const TimeRange range{piece.range().start + zero, piece.range().end + zero};
        written = written ? united(*written, range) : range;
        for (const PieceThread &part : piece.threads) {
            auto &presence = m_threads[writtenThread(profile, ids, part.thread)];
            presence.isMain = presence.isMain || profile.thread(part.thread).isMain;
            presence.samples += part.samples();
        }
    }
}

WrittenThread SessionFacts::leadingThread() const
{
    const auto presence = [](const auto &entry) { return entry.second; };
    return m_threads.empty() ? WrittenThread()
                             : std::ranges::max_element(m_threads, {}, presence)->first;
}

SessionFacts *SessionParts::of(const Profile &profile)
{
    if (profile.tables().processes.size() != 1)
        return nullptr;
    auto id = std::string(profile.text(profile.process(ProcessIndex(0)).profilerId));
    const auto &transactions = profile.tables().transactions;
    if (id.empty() && profile.sampleCount() == 0 && !transactions.isEmpty())
        id = profile.text(transactions[TransactionIndex(0)].traceId);
    if (id.empty())
        return nullptr;
    const auto [place, isNew] = m_sessions.try_emplace(std::move(id));
    if (isNew) {
        place->second.freshIds = m_freshIds;
        place->second.isComplete = m_isComplete;
    }
    return &place->second;
}

void SessionParts::finishLearning()
{
    m_isComplete = true;
    for (auto &[id, facts] : m_sessions)
        facts.isComplete = true;
}

} // namespace ember::model::sentry
