// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ember::model {

// Functions for formats that are lines of text. All but utf8FromUtf16() work on views and copy
// nothing.

// Removes the next line from `text` and returns it without its end, LF or CRLF.
std::string_view takeLine(std::string_view &text);

// Removes the next word and all white space at both ends of `line`, and returns the word: it ends
// before a blank, tab or carriage return. "" if there is none.
std::string_view takeWord(std::string_view &line);

// The text without the white space at both ends: blanks, tabs and carriage returns, unless a format
// has other rules.
std::string_view trimmed(std::string_view text, std::string_view white = " \t\r");

// Whether the text is decimal digits, one at least.
bool isDecimal(std::string_view text);

// Parses the whole text as a number; nullopt if it is anything else.
std::optional<std::uint64_t> parseHex(std::string_view text); // with or without 0x
std::optional<std::uint64_t> parseUnsigned(std::string_view text);
std::optional<double> parseNumber(std::string_view text); // finite

// Whether the text begins with a UTF-16 byte order mark, big or little endian, and not with one of
// UTF-32.
bool isUtf16(std::string_view text);

// Converts UTF-16 text to UTF-8, without the mark. Unpaired surrogates become U+FFFD; an odd byte
// at the end is dropped. Throws std::bad_alloc.
std::string utf8FromUtf16(std::string_view text);

} // namespace ember::model
