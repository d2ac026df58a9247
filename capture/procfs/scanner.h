// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <cstddef>
#include <string_view>

namespace ember::capture {

// Cursor over the text of a /proc file. Each step returns whether it matched; if not, the position
// does not change.
class Scanner {
public:
    explicit Scanner(std::string_view text) : m_rest(text) { }

    bool atEnd() const { return m_rest.empty(); }

    std::string_view rest() const { return m_rest; }

    bool skip(char expected);
    void skipBlanks();

    template<typename Number>
    bool number(Number &value, int base = 10)
    {
        const char *const begin = m_rest.data();
        const auto result = std::from_chars(begin, begin + m_rest.size(), value, base);
        if (result.ec != std::errc())
            return false;
        m_rest.remove_prefix(static_cast<std::size_t>(result.ptr - begin));
        return true;
    }

    // Skips blanks and reads a number.
    template<typename Number>
    bool nextNumber(Number &value, int base = 10)
    {
        skipBlanks();
        return number(value, base);
    }

    // Skips blanks and reads a word; "" at the end of the line.
    std::string_view nextWord();
    // Reads up to the next `end` (which is skipped) or to the end of the text.
    std::string_view until(char end);

private:
    std::string_view m_rest;
};

} // namespace ember::capture
