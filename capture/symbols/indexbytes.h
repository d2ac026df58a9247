// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/dwarfunits.h"
#include "capture/symbols/unitindex.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ember::capture {

// What is known of a binary's units: where each lies, and the index of those that were read.
struct BinaryUnits {
    std::vector<UnitRange> ranges; // by address
    std::vector<std::unique_ptr<UnitIndex>> indices; // by number; null: not read yet
};

// To be raised with every change of UnitIndex or of how it is made.
constexpr std::uint32_t binaryUnitsVersion = 1;

std::vector<std::byte> toBytes(const BinaryUnits &units);
// Nothing if they do not make sense: references in what comes out are sound.
std::optional<BinaryUnits> binaryUnitsFromBytes(std::span<const std::byte> bytes);

} // namespace ember::capture
