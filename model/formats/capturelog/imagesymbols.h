// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/framing.h"
#include "model/profile/frameresolver.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ember::model::capturelog {

// The names of one address of a binary. Addresses are those of the file (run-time address − bias),
// so that they are valid for every process that maps it; so is the frames' `functionStart`.
struct AddressSymbols {
    std::uint64_t address = 0; // as looked up: the return address − 1 in callers
    std::vector<ResolvedFrame> frames; // innermost first; empty: nothing was found
};

// Names of one binary, as a capture log stores them. The binary is identified by its build-id, or
// by its path if it has none.
struct ImageSymbols {
    std::string path;
    std::string buildId; // lower hex
    SymbolState state = SymbolState::NotTried;
    std::vector<AddressSymbols> addresses; // ascending
};

// Encodes these names as payloads of Symbols records, each well below the limit of a record.
std::vector<std::string> encodeSymbols(const ImageSymbols &symbols);

// Decodes a payload. An invalid one sets from.hasFailed().
ImageSymbols decodeSymbols(ByteReader &from);

} // namespace ember::model::capturelog
