// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/logbytes.h"
#include "model/profile/frameresolver.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ember::model::capturelog {

// The names of one address of a binary. Addresses are those of the file (run-time address − bias),
// so that they hold for every process that maps it; `functionStart` of the frames too.
struct AddressSymbols {
    std::uint64_t address = 0; // as looked up: the return address − 1 in callers
    std::vector<ResolvedFrame> frames; // innermost first; empty: looked up in vain
};

// Names of one binary, as a capture log keeps them. The build-id says which binary; where there is
// none the path does.
struct ImageSymbols {
    std::string path;
    std::string buildId; // lower hex
    SymbolState state = SymbolState::NotTried;
    std::vector<AddressSymbols> addresses; // ascending
};

// Payloads of Symbols records that hold these names, each well below the limit of a record.
std::vector<std::string> encodeSymbols(const ImageSymbols &symbols);

// What is wrong with the payload shows in from.hasFailed().
ImageSymbols decodeSymbols(ByteReader &from);

} // namespace ember::model::capturelog
