// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/core/index.h"
#include "model/core/time.h"
#include "model/profile/sample.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ember::model {

// A member of a file's metadata as it stood there: a dotted path and the value as JSON text.
struct Attribute {
    StringIndex key;
    StringIndex json;
};

// How a process ended, as waitpid reports it.
struct ExitStatus {
    int code = 0; // exit code, or the signal's number
    bool bySignal = false;
    bool coreDumped = false;
};

// A process image: exec starts a new one with the same pid. For Sentry it is a profiler session.
struct Process {
    std::uint32_t pid = 0; // 0: not known (files of other tools)
    ProcessIndex parent;
    StringIndex name; // the executable's base name
    StringIndex command; // the whole command line
    StringIndex executable; // path
    StringIndex workingDirectory; // when it was first seen; empty: not known
    StringIndex profilerId;
    StringIndex platform;
    StringIndex release;
    StringIndex environment;
    StringIndex dist;
    StringIndex sdkName;
    StringIndex sdkVersion;
    std::optional<Timestamp> start;
    std::optional<Timestamp> end;
    std::optional<ExitStatus> exit;
    bool launched = false; // the command the user asked for, not one of its children

    // Calls `use` with each member that is a text, a StringIndex.
    template<typename Use>
    void forEachText(Use use)
    {
        for (StringIndex *const text :
             {&name, &command, &executable, &workingDirectory, &profilerId, &platform, &release,
              &environment, &dist, &sdkName, &sdkVersion})
            use(*text);
    }
};

// A thread, told apart by process, id and start: an id that is used again is another thread.
struct Thread {
    ProcessIndex process;
    StringIndex id; // as the file spells it; decimal in captures
    StringIndex name; // the newest name known
    std::optional<std::uint32_t> priority; // Sentry's scale: 20 − nice, real-time 100 + n
    std::optional<Timestamp> start;
    std::optional<Timestamp> end;
    bool isMain = false;
};

// A change of a thread's name or priority while it ran.
struct ThreadChange {
    ThreadIndex thread;
    Timestamp time;
    StringIndex name;
    std::optional<std::uint32_t> priority;
};

enum class ValueKind : std::uint8_t { Sum, Gauge, Time };

// A type of numbers that samples have beside time: bytes allocated, cycles, a count.
struct ValueType {
    StringIndex type;
    StringIndex unit;
    ValueKind kind = ValueKind::Sum;
};

// The values of one type by sample; NaN: the sample has none.
struct ValueColumn {
    ValueTypeIndex type;
    Column<SampleIndex, double> values;
};

// The samples of one thread in time order (samples of equal times in the order in which they were
// added). The columns have the same rows, but `details` may end before the last one. `details`,
// `order`, `labels` and `values` are empty if the file has none, `sources` if all samples are of
// the profile's first source.
struct ThreadSamples {
    Column<SampleIndex, Timestamp> times;
    Column<SampleIndex, StackIndex> stacks;
    Column<SampleIndex, SampleDetail> details;
    // The sample's row in the source, if this is not in time order.
    Column<SampleIndex, std::uint32_t> order;
    // The file's labels of the sample, as a JSON array of ["key", "text"] and ["key", number,
    // "unit"].
    Column<SampleIndex, StringIndex> labels;
    Column<SampleIndex, SourceIndex> sources;
    std::vector<ValueColumn> values;

    std::size_t size() const { return times.size(); }

    bool isEmpty() const { return times.isEmpty(); }

    SourceIndex source(SampleIndex sample) const
    {
        return sources.isEmpty() ? SourceIndex(0) : sources[sample];
    }
};

enum class SymbolState : std::uint8_t {
    NotTried,
    Missing, // neither the file nor its debug file was found
    DynamicOnly, // only names that the binary exports
    Table, // all names, from .symtab
    Debug, // debug info: also lines and inlined functions
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

// The type of sources that perf printed: the addresses of their frames are offsets in the binary's
// file.
inline constexpr std::string_view perfSource = "perfscript";
// The type of sources that are captures of this program.
inline constexpr std::string_view captureSource = "emberchart";

// The origin of samples: a file, a chunk in a file, a capture. ThreadSamples::source() is the
// source of a sample.
struct Source {
    StringIndex type; // captureSource, "sentry-v2", …
    StringIndex uri;
    StringIndex chunkId; // only of Sentry chunks
    ProcessIndex process;
    TimeRange range; // first sample to last sample, both included
    std::uint64_t samples = 0;
    std::uint64_t bytes = 0; // size of the file, or of the part of it that is this source
    std::vector<Attribute> attributes; // metadata, unknown members too
};

struct MeasurementValue {
    Timestamp time;
    double value = 0;
};

using MeasurementValues = Column<Index<struct MeasurementValueTag>, MeasurementValue>;

// The names of the series of frame renders: the time is the END, the value the duration in
// nanoseconds (SENTRY.md §7).
inline constexpr std::string_view slowFrameSeries = "slow_frame_renders";
inline constexpr std::string_view frozenFrameSeries = "frozen_frame_renders";

// A series of numbers with times of their own: cpu_usage, memory_footprint, slow_frame_renders, …
struct Measurement {
    ProcessIndex process;
    StringIndex name;
    StringIndex unit; // long form: nanosecond, hertz, byte, percent, nanojoule
    MeasurementValues values;
};

} // namespace ember::model
