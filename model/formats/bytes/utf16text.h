// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace ember::model {

// Whether text begins with the mark of UTF-16, of either byte order; that of UTF-32 is another.
bool isUtf16(std::string_view text);

// Converts such text to UTF-8, without the mark. Unpaired surrogates become U+FFFD; an odd byte at
// the end is dropped. Throws std::bad_alloc.
std::string utf8FromUtf16(std::string_view text);

} // namespace ember::model
