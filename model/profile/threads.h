// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/core/index.h"
#include "model/core/time.h"
#include "model/profile/sample.h"

#include <cstdint>
#include <optional>
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

// A process image: exec starts a new one with the same pid. Sentry's profiler session.
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
    bool launched = false; // the command the user asked for, not a child of it
};

// A thread is (process, id, start): an id that is used again is another thread.
struct Thread {
    ProcessIndex process;
    StringIndex id; // as the file spells it; decimal in captures
    StringIndex name; // the newest one known
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

// The samples of one thread in time order (equal times in the order they came). The columns have
// the same rows; `details`, `order`, `labels` and `values` are empty if the file has none,
// `sources` if all samples are of the profile's first source.
struct ThreadSamples {
    Column<SampleIndex, Timestamp> times;
    Column<SampleIndex, StackIndex> stacks;
    Column<SampleIndex, SampleDetail> details;
    Column<SampleIndex, std::uint32_t> order; // row in the source, if that is not in time order
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

} // namespace ember::model
