// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/core/index.h"
#include "model/core/time.h"
#include "model/profile/threads.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ember::model {

enum class SymbolState : std::uint8_t {
    NotTried,
    Missing, // neither the file nor its debug file was found
    DynamicOnly, // exported names only
    Table, // .symtab
    Debug, // lines and inlined functions too
};

// A loaded binary: an entry of Sentry's debug_meta.images.
struct Image {
    ProcessIndex process;
    StringIndex type; // Sentry's: symbolic for ELF, macho, sourcemap, …
    StringIndex codeFile; // path
    StringIndex debugFile;
    StringIndex debugId; // as Sentry spells it
    StringIndex codeId; // the whole build-id in hex
    std::uint64_t address = 0; // first mapped byte
    std::uint64_t size = 0;
    std::uint64_t bias = 0; // run-time address − address in the file's symbol table
    std::optional<Timestamp> loaded;
    std::optional<Timestamp> unloaded;
    SymbolState symbols = SymbolState::NotTried;
    std::vector<Attribute> attributes;
};

// The origin of samples: a file, a chunk in a file, a capture. ThreadSamples::source() is the
// source of a sample.
struct Source {
    StringIndex type; // "emberchart", "sentry-v2", …
    StringIndex uri;
    StringIndex chunkId; // Sentry chunks
    ProcessIndex process;
    TimeRange range; // first sample to last sample, both included
    std::uint64_t samples = 0;
    std::uint64_t bytes = 0; // of the file or the item
    std::vector<Attribute> attributes; // metadata, unknown members too
};

struct MeasurementValue {
    Timestamp time;
    double value = 0;
};

using MeasurementValues = Column<Index<struct MeasurementValueTag>, MeasurementValue>;

// A series of numbers with times of their own: cpu_usage, memory_footprint, slow_frame_renders, …
// For frame renders, the time is the END and the value the duration in nanoseconds (SENTRY.md §7).
struct Measurement {
    ProcessIndex process;
    StringIndex name;
    StringIndex unit; // long form: nanosecond, hertz, byte, percent, nanojoule
    MeasurementValues values;
};

} // namespace ember::model
