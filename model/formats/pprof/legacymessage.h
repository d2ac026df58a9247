// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/error.h"
#include "model/formats/pprof/message.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ember::model::pprof {

// A message made of what a legacy profile has: stacks of bare addresses, and the process's memory
// map as text behind them.
class LegacyMessage {
public:
    LegacyMessage();

    Message &message() { return m_message; }
    Text text(std::string_view text) { return m_message.add(std::string(text)); }
    ValueKindText valueKind(std::string_view type, std::string_view unit);

    // Leaf first.
    void addSample(std::span<const std::uint64_t> addresses, std::span<const std::int64_t> values);
    // Of the sample added last.
    void addLabel(const Label &label);

    // Lines of /proc/PID/maps, "NAME=VALUE" and uses of $NAME in them; others are passed over.
    // Gives every location its mapping.
    void readMemoryMap(std::string_view lines);

    // The function at an address of a sample, as a Java profile names it.
    void nameAddress(std::uint64_t address, std::string_view function, std::string_view file,
                     std::int64_t line);

    // Lines "0xaddress name (file:line)"; file and line may be absent.
    void readJavaNames(std::string_view text);

    // The file lost its end, as this shows; the first reason counts.
    void sayCut(std::string reason);

    // Java's profiles name all addresses, behind the samples.
    void sayCutIfUnnamed();

    Message take();

private:
    Id location(std::uint64_t address);
    void findMappings();

    Message m_message;
    std::unordered_map<std::uint64_t, Id> m_locations; // by address
    std::unordered_map<Id, Line> m_names; // by location
};

// The lines of a legacy profile of text, and what its kinds have in common.
class LegacyLines {
public:
    // `kind` is what the file was taken for, in errors. All must outlive this.
    LegacyLines(const std::string &file, const char *kind, std::string_view text)
        : m_file(file),
          m_kind(kind),
          m_rest(text),
          m_isCut(!text.ends_with('\n'))
    {
    }

    // The next line without blanks at its ends; nothing behind the last one.
    std::optional<std::string_view> next();
    // What follows the line taken last.
    std::string_view rest() const { return m_rest; }

    const std::string &file() const { return m_file; }

    // Of the line taken last; Truncated if it has no end.
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

// Digits of a number below 2^63, and nothing else.
std::optional<std::int64_t> wholeNumber(std::string_view text);

// All numbers "0x…" of a line, whatever stands between them.
std::vector<std::uint64_t> addressesIn(std::string_view line);

// Go names addresses in comments: "#	0x4a3f	main.work+0x1f	/src/main.go:12".
void readGoComment(std::string_view line, LegacyMessage &legacy);

} // namespace ember::model::pprof
