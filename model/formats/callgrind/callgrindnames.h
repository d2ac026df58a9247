// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace ember::model::callgrind {

// "(12) name" gives a name a number, "(12)" is that name, anything else is a name itself. Files,
// objects and functions have numbers of their own.
class Names {
public:
    // Nothing for a number without a name.
    std::optional<std::string_view> read(std::string_view text);
    // The same for files and objects, where "???" is not known.
    std::optional<std::string_view> readPath(std::string_view text);

private:
    std::unordered_map<std::uint64_t, std::string_view> m_names;
};

} // namespace ember::model::callgrind
