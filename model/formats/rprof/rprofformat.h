// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/fileformat.h"

namespace ember::model::rprof {

// Files of R's profiler, Rprof() (FORMAT.md).
extern const FileFormat format;

bool looksLikeRprof(std::string_view firstBytes);

// Reads a file of R's profiler: a sample per line, a source per header, time from the profile's
// start in steps of the interval. With memory profiling the four numbers of a sample become its
// values (small_v, big_v, nodes, dup_count), and alloc_size and dealloc_size, in bytes, are derived
// from the change since the sample before. A sample that is cut keeps its whole frames, with a
// finding. Errors: UnknownFormat without a header; SyntaxError for one without an interval and for
// thousands of lines in a row that are no samples; Cancelled.
Result<ProfilePointer> readRprof(const std::string &name, std::string_view text, ImportLog &log,
                                 const std::stop_token &stop);

// Most lines that are written to a file.
constexpr std::uint64_t lineLimit = 100'000'000;

// Writes a line per sample, or as many as its value ("samples", "count") says, and a header per
// source with samples. Times are not written: R takes each line to be one interval after the one
// before. FormatCannotHold also for more than `lineLimit` lines, or more bytes than can be read.
Result<Export> writeLines(std::span<const ProfilePointer> profiles, const ExportOptions &options);

} // namespace ember::model::rprof
