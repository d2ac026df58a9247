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

// Of such a text. Errors: SyntaxError with the line, Cancelled; the subject is `file`.
Result<Message> readLegacyText(const std::string &file, std::string_view bytes,
                               const std::stop_token &stop);

// A kind of these, each in the file of what it is about.
struct LegacyKind {
    const char *title; // in errors
    bool (*begins)(std::string_view firstLine);
    Result<Message> (*read)(LegacyLines lines, const std::stop_token &stop);
};

extern const LegacyKind goCounts;
extern const LegacyKind goDump;
extern const LegacyKind contentions;
extern const LegacyKind javaHeap;
extern const LegacyKind threadStacks;

} // namespace ember::model::pprof
