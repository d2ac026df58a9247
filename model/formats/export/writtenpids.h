// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ember::model {

// Assigns process ids that are unique across profiles, for formats that identify processes by id:
// the own id, or a new one if that is not known (0) or taken.
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

    // Number of processes that got a new id.
    std::uint64_t changed() const { return m_changed; }

private:
    std::vector<std::vector<std::uint32_t>> m_pids; // by profile and process
    std::uint64_t m_changed = 0;
};

} // namespace ember::model
