// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/export/writtenpids.h"

#include <optional>
#include <unordered_set>

namespace ember::model {

WrittenPids::WrittenPids(std::span<const ProfilePointer> profiles, std::uint32_t lowest)
{
    // Those that are known come first: no made-up id takes one of theirs.
    std::unordered_set<std::uint32_t> taken;
    std::vector<std::vector<std::optional<std::uint32_t>>> own;
    for (const auto &profile : profiles) {
        auto &pids = own.emplace_back();
        for (const Process &process : profile->tables().processes) {
            const bool isOwn = process.pid != 0 && taken.insert(process.pid).second;
            pids.push_back(isOwn ? std::optional(process.pid) : std::nullopt);
            m_changed += process.pid != 0 && !isOwn ? 1U : 0U;
        }
        if (pids.empty())
            pids.emplace_back();
    }
    auto next = lowest;
    for (const auto &pids : own) {
        auto &written = m_pids.emplace_back();
        for (const auto &pid : pids) {
            while (!pid && taken.contains(next))
                ++next;
            written.push_back(pid ? *pid : next++);
        }
    }
}

} // namespace ember::model
