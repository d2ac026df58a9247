// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <cstdint>
#include <deque>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::pprof {

// The wire format of protocol buffers, as far as pprof needs it: varints and length-delimited
// fields; the two fixed widths are skipped, groups are refused.

enum class WireType : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

struct WireField {
    std::uint64_t number = 0;
    WireType type = WireType::Varint;
    std::uint64_t varint = 0;
    std::string_view bytes; // content of a field of WireType::Bytes
};

// Iterates over the fields of a message, never reading beyond its end.
class WireReader {
public:
    explicit WireReader(std::string_view message) : m_message(message) { }

    // Reads the next field. Returns false at the end, and at damage.
    bool next(WireField &field);
    // Reads the next number of a packed list. Returns false at the end, and at damage.
    bool nextVarint(std::uint64_t &number);

    // The error at place(); nullptr: none so far.
    const char *damage() const { return m_damage; }
    // Whether a field goes beyond the message's end: it may have been cut.
    bool isCut() const { return m_isCut; }
    // Offset of the next field, or of the damage.
    std::size_t place() const { return m_place; }

private:
    bool fail(const char *reason);
    bool readVarint(std::uint64_t &number);
    bool skip(std::uint64_t bytes);

    std::string_view m_message;
    std::size_t m_place = 0;
    const char *m_damage = nullptr;
    bool m_isCut = false;
};

// Appends fields to a message. Omits numbers that are 0, the default, except in packed lists.
class WireWriter {
public:
    void number(std::uint64_t field, std::uint64_t value);
    void number(std::uint64_t field, std::int64_t value)
    {
        number(field, static_cast<std::uint64_t>(value));
    }
    void bytes(std::uint64_t field, std::string_view value); // also if it is ""

    // Appends a number without a tag, for packed lists.
    void varint(std::uint64_t value);

    const std::string &message() const { return m_message; }
    void clear() { m_message.clear(); }

private:
    std::string m_message;
};

// The content of a pprof file (FORMAT.md). Legacy formats are converted to it, too.

using Id = std::uint64_t; // of mappings, locations and functions: any number but 0
using Text = std::uint32_t; // row of Message::strings; 0: ""

struct ValueKindText {
    Text type = 0;
    Text unit = 0;
};

struct Label {
    Text key = 0;
    Text text = 0; // 0: the label is a number
    Text unit = 0;
    std::int64_t number = 0;
};

// Ends of a sample's rows in Message's lists; they begin where the previous sample's end.
struct SampleEnds {
    std::uint32_t locations = 0;
    std::uint32_t values = 0;
    std::uint32_t labels = 0;
};

struct Mapping {
    Id id = 0;
    std::uint64_t start = 0;
    std::uint64_t limit = 0;
    std::uint64_t offset = 0;
    Text file = 0;
    Text buildId = 0;
    bool hasFunctions = false;
    bool hasFilenames = false;
    bool hasLineNumbers = false;
    bool hasInlineFrames = false;
};

struct Line {
    Id function = 0;
    std::int64_t line = 0;
    std::int64_t column = 0;
};

struct Location {
    Id id = 0;
    Id mapping = 0; // 0: none
    std::uint64_t address = 0;
    std::uint32_t linesEnd = 0; // end of its lines in Message::lines; see SampleEnds
    bool isFolded = false;
};

struct Function {
    Id id = 0;
    std::int64_t startLine = 0;
    Text name = 0;
    Text systemName = 0;
    Text file = 0;
};

// A pprof file, decoded. Can be moved, not copied: strings are views into `made`.
struct Message {
    Message() = default;
    Message(Message &&) = default;
    Message &operator=(Message &&) = default;

    std::vector<ValueKindText> sampleTypes;
    std::vector<SampleEnds> samples;
    std::vector<Id> sampleLocations; // of all samples, each leaf first
    std::vector<std::int64_t> sampleValues;
    std::vector<Label> sampleLabels;
    std::vector<Mapping> mappings;
    std::vector<Location> locations;
    std::vector<Line> lines; // of all locations, each innermost first
    std::vector<Function> functions;
    std::vector<std::string_view> strings; // views into the file, or into `made`
    std::deque<std::string> made;
    Text dropFrames = 0;
    Text keepFrames = 0;
    std::int64_t timeNanos = 0; // since 1970
    std::int64_t durationNanos = 0;
    ValueKindText periodType;
    std::int64_t period = 0;
    std::vector<Text> comments;
    Text defaultSampleType = 0;
    Text docUrl = 0;
    std::string cut; // why a legacy file seems to have lost its end; "": it does not

    // Returns the rows of the sample or location `row` in `list`; `end` is the member of `owners`
    // that has their end.
    template<typename Row, typename Ends>
    static std::span<const Row> rowsOf(const std::vector<Row> &list,
                                       const std::vector<Ends> &owners, std::size_t row,
                                       std::uint32_t Ends::*end)
    {
        const std::size_t first = row == 0 ? 0 : owners[row - 1].*end;
        return {list.data() + first, list.data() + owners[row].*end};
    }

    std::span<const Id> locationsOf(std::size_t sample) const
    {
        return rowsOf(sampleLocations, samples, sample, &SampleEnds::locations);
    }
    std::span<const std::int64_t> valuesOf(std::size_t sample) const
    {
        return rowsOf(sampleValues, samples, sample, &SampleEnds::values);
    }
    std::span<const Label> labelsOf(std::size_t sample) const
    {
        return rowsOf(sampleLabels, samples, sample, &SampleEnds::labels);
    }
    std::span<const Line> linesOf(std::size_t location) const
    {
        return rowsOf(lines, locations, location, &Location::linesEnd);
    }

    // Ends a sample: its rows are those appended since the sample before.
    void endSample();

    // Adds a text owned by the message, without looking for an equal one.
    Text add(std::string text);
};

// Returns how many messages of a profile are at the start of the bytes; 0 if they are no profile.
// Counting stops at a field of a wrong type and at a damaged message.
std::size_t countKnownFields(std::string_view firstBytes);

// Decodes an uncompressed protocol buffer; the bytes must outlive the message. Checks string
// indices but not ids: see check() in pprofimporter.cpp. `file` is the error's subject. Errors:
// Truncated, SyntaxError with the byte, FileTooBig, Cancelled.
Result<Message> decode(const std::string &file, std::string_view bytes,
                       const std::stop_token &stop);

// Returns the message as an uncompressed protocol buffer; decode() restores it.
std::string encode(const Message &message);

} // namespace ember::model::pprof
