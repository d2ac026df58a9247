// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/pprof/legacymessage.h"
#include "model/formats/pprof/message.h"

#include <stop_token>
#include <string>
#include <string_view>

namespace ember::model::pprof {

// The CPU profile gperftools writes: words of 4 or 8 bytes in either order, then the memory map as
// text; the form Java programs write has names instead (RPROFILE.md §7).
bool isLegacyCpu(std::string_view firstBytes);

// Frames that only the signal handler put there are left out, as the reference reader does. Errors:
// Truncated, Cancelled; the subject is `file`.
Result<Message> readLegacyCpu(const std::string &file, std::string_view bytes,
                              const std::stop_token &stop);

// The heap profiles gperftools and Go write as text: "heap profile: 1: 2 [3: 4] @ heapprofile"
// (RPROFILE.md §7).
bool isLegacyHeap(std::string_view firstBytes);

// What was sampled is scaled to what was allocated, as the header says. Errors: SyntaxError with
// the line, Cancelled; the subject is `file`.
Result<Message> readLegacyHeap(const std::string &file, std::string_view bytes,
                               const std::stop_token &stop);

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
