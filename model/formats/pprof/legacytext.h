// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/pprof/legacylines.h"

#include <stop_token>
#include <string>
#include <string_view>

namespace ember::model::pprof {

// Profiles of text beside the heap's (RPROFILE.md §7): counts of goroutines or of where threads
// were created, dumps of all goroutines ("debug=2"), contention of locks, Java's heap, and the
// stacks of all threads.
bool isLegacyText(std::string_view firstBytes);

// Errors: SyntaxError with the line, Cancelled; the subject is `file`.
Result<Message> readLegacyText(const std::string &file, std::string_view bytes,
                               const std::stop_token &stop);

// One kind each.
bool isGoCount(std::string_view firstLine);
bool isGoDump(std::string_view firstLine);
bool isContention(std::string_view firstLine);
bool isJavaHeap(std::string_view firstLine);
bool isThreads(std::string_view firstLine);
Result<Message> readGoCount(LegacyLines lines, const std::stop_token &stop);
Result<Message> readGoDump(LegacyLines lines, const std::stop_token &stop);
Result<Message> readContention(LegacyLines lines, const std::stop_token &stop);
Result<Message> readJavaHeap(LegacyLines lines, const std::stop_token &stop);
Result<Message> readThreads(LegacyLines lines, const std::stop_token &stop);

} // namespace ember::model::pprof
