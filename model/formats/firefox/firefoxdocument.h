// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/firefox/firefoxtables.h"
#include "model/formats/import/importer.h"
#include "model/profile/threads.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::firefox {

// Tables of code of one thread; newer files share them between threads.
struct CodeTables {
    Table stacks;
    Table frames;
    Table functions;
    std::vector<std::string> strings;
};

struct ThreadEntry {
    CodeTables code;
    Table samples;
    std::string weightType;
    std::string name;
    std::string processName;
    std::string pid;
    std::string tid;
    bool isMain = false;
    // The thread was written for a process that has only counters, because counters need a thread.
    bool isForCounters = false;
    std::vector<std::uint32_t> gaps; // rows of samples that this program wrote for gap marks
    double shift = 0; // milliseconds between Document::startTime and the start of its process
};

// A number that was sampled beside stacks: memory, CPU time, power of a process.
struct CounterEntry {
    std::string name;
    std::string category;
    std::string graphType; // of newer files, like the unit; "" otherwise
    std::string unit;
    std::string ownUnit; // unit of this program's measurements; "" in files of others
    std::string pid;
    Table samples; // "count" is the increase since the sample before
    double shift = 0; // milliseconds between Document::startTime and the start of its process
};

// A profile of the Firefox Profiler, processed or raw (FORMAT.md). Rows of raw profiles have been
// converted to columns, and their functions made from locations.
struct Document {
    double startTime = 0; // milliseconds since 1970; 0: not known
    CodeTables shared;
    std::vector<ThreadEntry> threads;
    std::vector<CounterEntry> counters; // only those with samples
    std::string cpuTimeUnit; // as the file spells it; "" if it has none
    Skipped leftOut;
    std::uint64_t furtherThreads = 0; // not read, because there are too many for the file's size
    std::uint64_t furtherCounters = 0; // not read, because there are too many for the file's size
};

// Reads a profile. Newer versions, columns of different length, a "length" that differs from that
// of the columns, and negative intervals are findings. Errors: those of readJson(); FileTooBig for
// more threads or counters than the file has bytes for.
Result<Document> readDocument(const ImportFile &file, const std::stop_token &stop, ImportLog &log);

// A series of a counter, in the form of measurements: NaN means no value.
struct CounterSeries {
    std::string name;
    std::string unit; // long form, as far as it is known
    std::vector<double> values; // by row of the counter's samples
};

// Returns the series of a counter: levels if it counts changes of a level (memory), otherwise the
// counts since the sample before. If the file has numbers of operations, they are a second series.
// `cpuTimeUnit` is as in Document. Moves the columns "count" and "number" out of the counter: they
// may be most of the file.
std::vector<CounterSeries> takeSeries(CounterEntry &counter, std::string_view cpuTimeUnit);

// Number of series that takeSeries() returns.
std::size_t seriesCount(const CounterEntry &counter);

// Returns the category of counters in which the viewer shows a series correctly. In "Memory" it
// adds the counts up: they must be the changes of the values.
std::string_view categoryOf(const Measurement &series, std::string_view name,
                            std::string_view unit);

inline constexpr std::string_view memoryCategory = "Memory";

} // namespace ember::model::firefox
