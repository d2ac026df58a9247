// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::pprof {

// A pprof profile as its file has it (FORMAT.md): the legacy formats are read into one, too.

using Id = std::uint64_t; // of mappings, locations and functions: any number but 0
using Text = std::uint32_t; // row of Message::strings; 0: ""

struct ValueKindText {
    Text type = 0;
    Text unit = 0;
};

struct Label {
    Text key = 0;
    Text text = 0; // 0: it is a number
    Text unit = 0;
    std::int64_t number = 0;
};

// The rows of a sample in Message's lists end here and begin where those of the one before end.
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
    std::uint32_t linesEnd = 0; // as SampleEnds
    bool isFolded = false;
};

struct Function {
    Id id = 0;
    std::int64_t startLine = 0;
    Text name = 0;
    Text systemName = 0;
    Text file = 0;
};

// Moved, not copied: strings are views into `made`.
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
    std::string cut; // what shows that a legacy file lost its end; "": nothing does

    // Of sample or location `row`, in a list whose ends are `ends`.
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

    // Ends the sample whose rows were appended last.
    void endSample();

    // Appends a text that outlives nothing else; equal texts are not found again.
    Text add(std::string text);
};

} // namespace ember::model::pprof
