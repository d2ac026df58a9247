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

// Undecided: more bytes are needed.
enum class Confidence : std::uint8_t { No, Undecided, Maybe, Likely, Certain };

// Removes the byte order mark that some editors put before UTF-8 (U+FEFF). No format begins with
// it.
inline std::string_view withoutByteOrderMark(std::string_view text)
{
    constexpr std::string_view mark = "\xef\xbb\xbf";
    return text.substr(text.starts_with(mark) ? mark.size() : 0);
}

// The start of a file, by which importers recognise it: its first 64 KB, or all of it if these were
// not enough. Not thread-safe; the bytes must outlive it.
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

    // Parsed at the first call only.
    const JsonOutline &json() const
    {
        if (!m_json)
            m_json.emplace(m_bytes, m_stop);
        return *m_json;
    }

    // Error text for a JSON document that is of no known format.
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
