// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/json/jsonoutline.h"

#include <concepts>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>
#include <utility>

namespace ember::model {

// Undecided: these bytes end before it could be told.
enum class Confidence : std::uint8_t { No, Undecided, Maybe, Likely, Certain };

// Without the mark some editors put before UTF-8 (U+FEFF). No format begins with these bytes.
inline std::string_view withoutByteOrderMark(std::string_view text)
{
    constexpr std::string_view mark = "\xef\xbb\xbf";
    return text.substr(text.starts_with(mark) ? mark.size() : 0);
}

// How a file begins, as importers look at it: its first 64 KB, or all of it where these were not
// enough. For one thread; the bytes must outlive it.
class FileStart {
public:
    template<typename Text>
    requires std::convertible_to<const Text &, std::string_view>
    FileStart(const Text &bytes, std::stop_token stop = {})
        : m_bytes(withoutByteOrderMark(bytes)),
          m_stop(std::move(stop))
    {
    }

    std::string_view bytes() const { return m_bytes; }

    // One walk, however many importers ask.
    const JsonOutline &json() const
    {
        if (!m_json)
            m_json.emplace(m_bytes, m_stop);
        return *m_json;
    }

    // What to say of a JSON document in which nothing of a format was found.
    Confidence withoutJsonMembers() const
    {
        return json().mayGoOn() ? Confidence::Undecided : Confidence::No;
    }

private:
    std::string_view m_bytes;
    std::stop_token m_stop;
    mutable std::optional<JsonOutline> m_json;
};

} // namespace ember::model
