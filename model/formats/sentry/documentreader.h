// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/json/jsoncursor.h"
#include "model/formats/sentry/chunkreader.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string_view>

namespace ember::model::sentry {

enum class ByteOrderMark : std::uint8_t { Absent, Present };

// Takes the one object of a document of so many bytes (without a byte order mark).
using TakeObject = std::function<void(JsonCursor &json, std::size_t bytes)>;

// Reads a document to its last byte; what `take` throws of the cursor's becomes an error: those of
// readChunk.
Result<ByteOrderMark> readDocument(std::string_view payload, const std::stop_token &stop,
                                   const TakeObject &take);

// serde refuses a document with a mark.
void noteByteOrderMark(ChunkReading &reading, ByteOrderMark mark);

// One finding for all broken field rules.
void noteFieldFaults(ChunkReading &reading);

} // namespace ember::model::sentry
