// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace ember::model::rprof {

// The lines of a text, one after the other.
class Lines {
public:
    explicit Lines(std::string_view text)
        : m_rest(text),
          m_endsInLine(!text.empty() && !text.ends_with('\n'))
    {
    }

    // Whether the line that came last is the text's last and has no end.
    bool isCut() const { return m_endsInLine && m_rest.empty(); }
    bool isAtEnd() const { return m_rest.empty(); }

    // Without its end, of either kind.
    std::string_view next()
    {
        const auto line = peek();
        m_rest.remove_prefix(std::min(m_rest.find('\n'), m_rest.size() - 1) + 1);
        ++m_number;
        return line;
    }

    std::string_view peek() const
    {
        auto line = m_rest.substr(0, m_rest.find('\n'));
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        return line;
    }

    std::size_t number() const { return m_number; } // of the line that came last

private:
    std::string_view m_rest;
    bool m_endsInLine;
    std::size_t m_number = 0;
};

} // namespace ember::model::rprof
