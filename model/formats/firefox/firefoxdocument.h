// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/firefox/firefoxtables.h"
#include "model/formats/import/importer.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace ember::model::firefox {

// Of a thread; newer files share them between threads.
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
    bool isForCounters = false; // a process has counters only, and needs one in the file
    std::vector<std::uint32_t> gaps; // samples that this program wrote as gaps between chunks
    double shift = 0; // milliseconds that its process started after Document::startTime
};

// A number that was sampled beside stacks: memory, CPU time, power of a process.
struct CounterEntry {
    std::string name;
    std::string category;
    std::string graphType; // of newer files, as the unit; "" otherwise
    std::string unit;
    std::string ownUnit; // that of this program's measurements; "" in files of others
    std::string pid;
    Table samples; // "count" is what was added since the sample before
    double shift = 0; // as of threads
};

// A profile of the Firefox Profiler as its file has it, processed or raw (FORMAT.md): of raw ones
// what stands in rows is in columns, and their functions are made.
struct Document {
    double startTime = 0; // milliseconds since 1970; 0: not known
    CodeTables shared;
    std::vector<ThreadEntry> threads;
    std::vector<CounterEntry> counters; // those that have samples
    std::string cpuTimeUnit; // as the file calls it; "" if it does not
    Skipped leftOut;
    std::uint64_t furtherThreads = 0; // that are not read: there are too many for the file's size
    std::uint64_t furtherCounters = 0; // likewise
};

// Newer versions, columns of different length, other lengths of tables than their columns have and
// intervals below 0 are findings. Errors: those of readJson(); FileTooBig for more threads or
// counters than the file has bytes for.
Result<Document> readDocument(const ImportFile &file, const std::stop_token &stop, ImportLog &log);

} // namespace ember::model::firefox
