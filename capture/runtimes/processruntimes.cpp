// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/processruntimes.h"

namespace ember::capture {

CopiedScripts ScriptCopiers::copy(const ProcessRuntimes &found, const StoppedThread &thread,
                                  StopReader &reader, std::vector<std::byte> &to)
{
    CopiedScripts copies;
    if (m_copiers.size() < found.count()) {
        const auto runtimes = found.all();
        while (m_copiers.size() < runtimes.size())
            m_copiers.push_back(runtimes[m_copiers.size()]->makeCopier());
    }
    std::size_t count = 0;
    for (std::size_t runtime = 0; runtime < m_copiers.size() && to.size() < mostBytes; ++runtime) {
        const auto offset = to.size();
        m_copiers[runtime]->copy(thread, reader, to);
        if (to.size() == offset)
            continue;
        copies.at(count) = {static_cast<std::uint8_t>(runtime), offset, to.size() - offset, false};
        if (++count == copies.size())
            break;
    }
    return copies;
}

void ScriptCopiers::confirm(StopReader &reader, CopiedScripts &copies)
{
    for (std::size_t runtime = 0; runtime < m_copiers.size(); ++runtime) {
        if (m_copiers[runtime]->confirm(reader))
            continue;
        m_copiers[runtime]->discardLast();
        for (auto &copy : copies)
            copy.isTorn = copy.isTorn || (copy.size > 0 && copy.runtime == runtime);
    }
}

void ScriptCopiers::discardLast()
{
    for (const auto &copier : m_copiers)
        copier->discardLast();
}

void ScriptCopiers::startOver()
{
    for (const auto &copier : m_copiers)
        copier->startOver();
}

void ScriptCopiers::forget(pid_t thread)
{
    for (const auto &copier : m_copiers)
        copier->forget(thread);
}

} // namespace ember::capture
