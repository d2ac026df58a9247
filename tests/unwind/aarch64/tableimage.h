// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/processimages.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace ember::tests {

// Where the .eh_frame section of such an image lies, seen from its start.
constexpr std::uint64_t ehFrameOffset = 0x100;

// A binary of AArch64, mapped at `start`, of which nothing is there but what an unwinder asks for:
// headers and the .eh_frame section.
capture::MappedImage tableImage(std::uint64_t start, std::uint64_t size,
                                std::span<const std::byte> ehFrame);

} // namespace ember::tests
