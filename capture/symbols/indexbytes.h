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

// The cached data of a binary: where its units lie, and the index of each unit read so far.
struct BinaryUnits {
    std::vector<UnitRange> ranges; // by address
    std::vector<std::unique_ptr<UnitIndex>> indices; // by unit number; null: not read yet
};

// Increase with every change of UnitIndex or of how it is computed.
constexpr std::uint32_t binaryUnitsVersion = 1;

std::vector<std::byte> toBytes(const BinaryUnits &units);
// Parses cached bytes; empty if they are invalid. All references in the result are in range.
std::optional<BinaryUnits> binaryUnitsFromBytes(std::span<const std::byte> bytes);

} // namespace ember::capture
