// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/validutf8.h"
#include "model/formats/import/filenotes.h"
#include "model/profile/profilebuilder.h"

#include <set>
#include <string>
#include <string_view>

namespace ember::model {

// `bytes` with "\xe9", as R prints it, in place of a byte that is part of no UTF-8: other bytes
// stay another text.
inline std::string withEscapedBytes(std::string_view bytes)
{
    constexpr std::string_view replacement = "\xEF\xBF\xBD"; // one for each such byte
    constexpr std::string_view digits = "0123456789abcdef";
    const auto valid = validUtf8(bytes);
    std::string_view rest = valid;
    std::string text;
    while (!bytes.empty()) {
        if (rest.starts_with(replacement) && !bytes.starts_with(replacement)) {
            const auto byte = static_cast<unsigned char>(bytes.front());
            text += "\\x";
            text += digits[byte / digits.size()];
            text += digits[byte % digits.size()];
            rest.remove_prefix(replacement.size());
        } else {
            text += bytes.front();
            rest.remove_prefix(1);
        }
        bytes.remove_prefix(1);
    }
    return text;
}

// Enters the names of a file whose text may be in any encoding, and counts those that are no UTF-8.
class NonUtf8Names {
public:
    StringIndex enter(std::string_view name, ProfileBuilder &builder)
    {
        const auto valid = validUtf8(name);
        if (valid == name)
            return builder.string(valid);
        const auto index = builder.string(withEscapedBytes(name));
        m_escaped.insert(index);
        return index;
    }

    // As "ORIGIN-not-utf8".
    void report(const FileNotes &notes) const
    {
        notes.warn(notes.origin() + "-not-utf8",
                   "names that are no UTF-8: \"\\xe9\" stands for a byte of another encoding, "
                   "which the file does not tell",
                   m_escaped.size());
    }

private:
    std::set<StringIndex> m_escaped;
};

} // namespace ember::model
