// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace ember::model {

// Pieces of formats that are lines of text. All work on views and copy nothing.

// Cuts the next line off `text` and gives it without its end, LF or CRLF.
std::string_view takeLine(std::string_view &text);

// Cuts the next word, up to a blank or tab, off `line`, and the blanks before it.
std::string_view takeWord(std::string_view &line);

// Without the blanks and tabs at both ends.
std::string_view trimmed(std::string_view text);

// The whole text as a number; nothing if it is more, less or none.
std::optional<std::uint64_t> parseHex(std::string_view text); // with or without 0x
std::optional<std::uint64_t> parseUnsigned(std::string_view text);
std::optional<double> parseNumber(std::string_view text); // finite

} // namespace ember::model
