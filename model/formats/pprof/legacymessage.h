// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/pprof/message.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ember::model::pprof {

// Builds a message from the content of a legacy profile: stacks of bare addresses, and the
// process's memory map as text after them.
class LegacyMessage {
public:
    LegacyMessage();

    Message &message() { return m_message; }
    Text text(std::string_view text) { return m_message.add(std::string(text)); }
    ValueKindText valueKind(std::string_view type, std::string_view unit);

    // Adds a sample. Addresses are leaf first.
    void addSample(std::span<const std::uint64_t> addresses, std::span<const std::int64_t> values);
    // Adds a label to the last sample.
    void addLabel(const Label &label);

    // Reads lines of /proc/PID/maps, and "NAME=VALUE" with uses of $NAME; ignores others. Then sets
    // the mapping of every location.
    void readMemoryMap(std::string_view lines);

    // Names the function at an address of a sample; does nothing if no sample has it.
    void nameAddress(std::uint64_t address, std::string_view function, std::string_view file,
                     std::int64_t line);

    // Reads lines "0xaddress name (file:line)"; file and line may be missing.
    void readJavaNames(std::string_view text);

    // Reports that the file lost its end; the first reason is kept.
    void sayCut(std::string reason);

    // Reports the file as cut if a sampled address has no name: Java profiles name all of them at
    // their end.
    void sayCutIfUnnamed();

    Message take();

private:
    Id location(std::uint64_t address);
    void findMappings();

    Message m_message;
    std::unordered_map<std::uint64_t, Id> m_locations; // by address
    std::unordered_map<Id, Line> m_names; // by location
};

// Reads the lines of a legacy text profile, and makes errors with line numbers.
class LegacyLines {
public:
    // `kind` names the format in error messages. All references must outlive this.
    LegacyLines(const std::string &file, const char *kind, std::string_view text)
        : m_file(file),
          m_kind(kind),
          m_rest(text),
          m_isCut(!text.ends_with('\n'))
    {
    }

    // Returns the next line without blanks at its ends; nullopt after the last one.
    std::optional<std::string_view> next();
    // The text after the last line read.
    std::string_view rest() const { return m_rest; }

    const std::string &file() const { return m_file; }

    // Error at the last line read; Truncated if it has no end.
    Error error(const std::string &reason) const;

private:
    const std::string &m_file;
    const char *m_kind;
    std::string_view m_rest;
    bool m_isCut; // the last line has no end
    std::size_t m_number = 0;
};

// Whether the memory map begins with this line.
bool isMemoryMap(std::string_view line);

// Parses a number below 2^63; nullopt otherwise.
std::optional<std::int64_t> wholeNumber(std::string_view text);

// Returns all numbers "0x…" of a line, whatever is between them.
std::vector<std::uint64_t> addressesIn(std::string_view line);

// Reads Go's comments, which name addresses: "#	0x4a3f	main.work+0x1f	/src/main.go:12".
void readGoComment(std::string_view line, LegacyMessage &legacy);

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

// Describes a kind of text profile.
struct LegacyKind {
    const char *title; // for error messages
    bool (*begins)(std::string_view firstLine);
    Result<Message> (*read)(LegacyLines lines, const std::stop_token &stop);
};

extern const LegacyKind javaHeap;

} // namespace ember::model::pprof
