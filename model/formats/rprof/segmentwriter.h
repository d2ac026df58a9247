// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/profile/profile.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ember::model::rprof {

// A file on its way out, and what it does not hold.
struct Written {
    std::string text;
    std::uint64_t lines = 0;
    std::uint64_t stackless = 0; // samples
    std::uint64_t lineFeeds = 0; // in names
    std::uint64_t rounded = 0; // values
    std::uint64_t guessedIntervals = 0; // segments
};

struct SamplePlace {
    ThreadIndex thread;
    SampleIndex sample;
};

// The samples of each source that has some, by time.
std::vector<std::vector<SamplePlace>> samplesBySource(const Profile &profile);

// Writes the samples of one source behind a header of their own.
class SegmentWriter {
public:
    SegmentWriter(const Profile &profile, Written &written);

    // At least one sample. Errors: FormatCannotHold, for too many lines.
    Result<void> write(const std::vector<SamplePlace> &samples);

private:
    void writeHeader(const std::vector<SamplePlace> &samples);
    std::int64_t interval(SourceIndex source);
    std::uint64_t linesOf(const SamplePlace &place);
    std::string memoryOf(const SamplePlace &place) const;
    const std::string &stackText(StackIndex stack);
    std::string frameText(FrameIndex frame);
    std::string nameText(FrameIndex frame);
    std::optional<double> value(const SamplePlace &place, ValueTypeIndex type) const;
    bool hasLines(StackIndex stack) const;

    const Profile &m_profile;
    Written &m_written;
    ValueTypeIndex m_count; // ("samples", "count")
    std::array<ValueTypeIndex, 4> m_memory;
    bool m_hasMemory = false; // all of them are there
    std::map<std::string, std::size_t, std::less<>> m_files; // numbers from 1
    std::string m_newFiles; // lines that come before the next sample
    std::map<StackIndex, std::string> m_stacks;
};

} // namespace ember::model::rprof
