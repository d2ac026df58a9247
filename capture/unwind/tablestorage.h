// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/unwind/unwindtable.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ember::capture {

// An UnwindTable as bytes, to be kept on this machine between captures. Reading them is far cheaper
// than running the call frame instructions again.
class TableStorage {
public:
    // Of the bytes' layout and of what tables say: to be raised whenever either changes, or tables
    // of an older version are used.
    static constexpr std::uint32_t version = 1;

    static std::vector<std::byte> toBytes(const UnwindTable &table);
    // Anything may be in `bytes`; nothing where it is not a whole table.
    static std::optional<UnwindTable> fromBytes(std::span<const std::byte> bytes);

private:
    static bool isSound(const UnwindTable &table);
};

} // namespace ember::capture
