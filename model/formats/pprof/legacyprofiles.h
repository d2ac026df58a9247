// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/pprof/legacymessage.h"
#include "model/formats/pprof/message.h"

#include <stop_token>
#include <string>
#include <string_view>

namespace ember::model::pprof {

// Whether a file is a CPU profile of gperftools: words of 4 or 8 bytes in either order, then the
// memory map as text. Java programs write names instead of the map (RPROFILE.md §7).
bool isLegacyCpu(std::string_view firstBytes);

// Reads a binary CPU profile. Removes frames that come from the signal handler, as the reference
// reader does. Errors: Truncated, Cancelled; the subject is `file`.
Result<Message> readLegacyCpu(const std::string &file, std::string_view bytes,
                              const std::stop_token &stop);

// Whether a file is a heap profile that gperftools or Go wrote as text: "heap profile: 1: 2 [3: 4]
// @ heapprofile" (RPROFILE.md §7).
bool isLegacyHeap(std::string_view firstBytes);

// Reads a heap profile. Scales sampled amounts to allocated ones, as its header asks. Errors:
// SyntaxError with the line, Cancelled; the subject is `file`.
Result<Message> readLegacyHeap(const std::string &file, std::string_view bytes,
                               const std::stop_token &stop);

// Whether a file is a text profile other than the heap profile (RPROFILE.md §7): counts of
// goroutines or of places where threads were created, dumps of all goroutines ("debug=2"),
// contention of locks, Java's heap, and the stacks of all threads.
bool isLegacyText(std::string_view firstBytes);

// Reads a text profile. Errors: SyntaxError with the line, Cancelled; the subject is `file`.
Result<Message> readLegacyText(const std::string &file, std::string_view bytes,
                               const std::stop_token &stop);

// Describes a kind of text profile. Each is defined in the file of its topic.
struct LegacyKind {
    const char *title; // for error messages
    bool (*begins)(std::string_view firstLine);
    Result<Message> (*read)(LegacyLines lines, const std::stop_token &stop);
};

extern const LegacyKind goCounts;
extern const LegacyKind goDump;
extern const LegacyKind contentions;
extern const LegacyKind javaHeap;
extern const LegacyKind threadStacks;

} // namespace ember::model::pprof
