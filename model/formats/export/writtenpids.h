// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ember::model {

// Ids that keep the processes of all profiles apart in a file that knows them by their id: their
// own, but another one where that is not known (0) or that of a process before.
class WrittenPids {
public:
    // None is below `lowest`: some formats have a place for a process that is not known, 0.
    WrittenPids(std::span<const ProfilePointer> profiles, std::uint32_t lowest);

    // Of a process of the profile at that place. Not valid: of its threads without one, which are
    // counted to its first.
    std::uint32_t pid(std::size_t profile, ProcessIndex process) const
    {
        return m_pids[profile][process.isValid() ? process.row() : 0];
    }

    // How many processes have another id than their own.
    std::uint64_t changed() const { return m_changed; }

private:
    std::vector<std::vector<std::uint32_t>> m_pids; // by profile and process
    std::uint64_t m_changed = 0;
};

} // namespace ember::model
