// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/export/exporter.h"
#include "model/formats/import/fileimporter.h"
#include "model/formats/import/importlog.h"
#include "model/profile/profile.h"

#include <stop_token>
#include <string>
#include <string_view>

namespace ember::model::rprof {

// Files of R's profiler, Rprof().
class RprofImporter : public FileImporter {
public:
    std::string_view format() const override { return "rprof"; }

    Confidence sniff(const FileStart &start) const override;

private:
    Result<std::vector<ProfilePointer>>
    readFile(const ImportFile &file, const std::stop_token &stop, ImportLog &log) const override;
};

// Writes a line per sample, or as many as its value ("samples", "count") says, and a header per
// source. Times are not written: R takes the lines to be an interval apart.
class RprofExporter : public Exporter {
public:
    std::string_view format() const override { return "rprof"; }

    std::span<const std::string_view> extensions() const override;
    // FormatCannotHold also for more than `lineLimit` lines, or more bytes than are ever read.
    Result<Export> write(std::span<const ProfilePointer> profiles,
                         const ExportOptions &options) const override;

    static constexpr std::uint64_t lineLimit = 100'000'000;
};

bool looksLikeRprof(std::string_view firstBytes);

// What R's profiler wrote: a sample per line, a source per header, time from the profile's start in
// steps of the interval. With memory profiling the four numbers of a sample are its values as they
// are (small_v, big_v, nodes, dup_count), and alloc_size and dealloc_size, in bytes, are derived
// from what changed since the sample before. A sample cut short keeps its whole frames, with a
// finding. Errors: UnknownFormat without a header; SyntaxError for one without an interval and
// for thousands of lines in a row that are no samples; Cancelled.
Result<ProfilePointer> readRprof(const std::string &name, std::string_view text, ImportLog &log,
                                 const std::stop_token &stop);

} // namespace ember::model::rprof
