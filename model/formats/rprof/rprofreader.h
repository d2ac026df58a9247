// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/import/importlog.h"
#include "model/profile/profile.h"

#include <stop_token>
#include <string>
#include <string_view>

namespace ember::model::rprof {

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
