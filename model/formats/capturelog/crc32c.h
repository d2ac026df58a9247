// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace ember::model::capturelog {

// Returns the CRC-32C of `bytes` (Castagnoli: reflected, polynomial 0x1edc6f41, initial value and
// final xor all ones), as in RFC 3720 §12.1. `seed` is the checksum of the bytes before them.
std::uint32_t crc32c(std::string_view bytes, std::uint32_t seed = 0);

} // namespace ember::model::capturelog
