// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace ember::model::firefox {

// What files have that is not read.
struct Skipped {
    std::uint64_t markers = 0;
    std::uint64_t allocations = 0; // sampled ones, of JavaScript and others
    std::uint64_t processes = 0; // within those within the root
    std::uint64_t counterGroups = 0; // of samples, behind the first of their counter
    std::set<std::string, std::less<>> members; // that are not read though they hold something

    // `json` is the member's value.
    void addMember(std::string_view name, std::string_view json);
};

} // namespace ember::model::firefox
