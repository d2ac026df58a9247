// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunk.h"

#include <cstdint>
#include <string>

namespace ember::model::sentry::v1 {

// How 64-bit numbers are written.
enum class Numbers : std::uint8_t {
    Bare, // as Relay forwards them
    Strings, // as the text asks for (V1-9)
};

// The JSON of a V1 profile in Sentry's own shape, what is empty left out; the chunk as v1::Reading
// has it. Bare numbers: as Relay forwards a profile that judge() accepted, without members it does
// not know, with its additions to the transaction.
std::string writeProfileJson(const Chunk &chunk, const Metadata &metadata, Numbers numbers);

} // namespace ember::model::sentry::v1
