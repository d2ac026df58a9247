// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>

namespace ember::model {

// "a, b and 3 more": of names from a file as many as a sentence holds; "…" for very long ones.
template<class Names>
std::string nameList(const Names &names)
{
    constexpr std::ptrdiff_t most = 20;
    constexpr std::size_t longest = 100; // bytes
    const auto count = std::ssize(names);
    const auto end = std::next(names.begin(), std::min(count, most));
    std::string text;
    for (auto name = names.begin(); name != end; ++name) {
        text += name == names.begin() ? "" : ", ";
        text += name->size() > longest ? std::string_view("…") : std::string_view(*name);
    }
    if (count > most)
        text += " and " + std::to_string(count - most) + " more";
    return text;
}

} // namespace ember::model
