// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ember::capture {

// Numbered strings in one block of memory. Number 0 is "".
class Texts {
public:
    // "" for numbers out of range.
    std::string_view operator[](std::uint32_t number) const;

    std::size_t size() const { return m_ends.size(); }

private:
    friend class TextsBuilder;
    friend class IndexBytes;

    std::vector<std::uint32_t> m_ends{0}; // end of each string in m_bytes
    std::vector<char> m_bytes;
};

// Builds a Texts; equal strings get the same number.
class TextsBuilder {
public:
    // 0 if the total exceeds 4 GB.
    std::uint32_t number(const std::string &text);
    Texts take() { return std::move(m_texts); }

private:
    Texts m_texts;
    std::unordered_map<std::string, std::uint32_t> m_known{{std::string(), 0}};
};

} // namespace ember::capture
