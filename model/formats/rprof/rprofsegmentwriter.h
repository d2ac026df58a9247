// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/rprof/valuetypes.h"
#include "model/profile/profile.h"

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

namespace ember::model::rprof {

// A file on its way out, and what it does not hold.
struct Written {
    std::string text;
    Timestamp next; // when a reader takes the next line to be
    std::uint64_t segments = 0;
    std::uint64_t lines = 0;
    std::uint64_t stackless = 0; // samples
    std::uint64_t uncounted = 0; // samples
    std::uint64_t negative = 0; // samples, whose number is below 0
    std::uint64_t timesLost = 0; // of samples
    std::uint64_t rounded = 0; // counts
    std::uint64_t lineFeeds = 0; // in names and paths
    std::uint64_t changedNames = 0; // of frames
    std::uint64_t guessedIntervals = 0; // of segments
    std::set<std::int64_t> measuredIntervals; // µs between samples of segments that name none
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

    // At least one sample. Errors: FormatCannotHold, for too many lines; Cancelled.
    Result<void> write(const std::vector<SamplePlace> &samples, const std::stop_token &stop);
    void writeHeader(std::span<const SamplePlace> samples, SourceIndex source);

private:
    Result<void> writeSample(const SamplePlace &place);
    std::int64_t intervalUs(SourceIndex source);
    void passTime(std::uint64_t lines);
    std::uint64_t linesOf(const SamplePlace &place);
    std::string memoryOf(const SamplePlace &place) const;
    const std::string &frameText(FrameIndex frame);
    std::string placeText(const Frame &frame);
    std::string nameText(FrameIndex frame);
    std::string onOneLine(std::string_view text);
    std::optional<double> value(const SamplePlace &place, ValueTypeIndex type) const;
    bool hasMemory(std::span<const SamplePlace> samples) const;

    const Profile &m_profile;
    Written &m_written;
    ValueTypes m_types;
    bool m_hasMemory = false; // the segment
    Nanoseconds m_interval{};
    std::unordered_map<std::string, std::size_t> m_files; // numbers from 1
    std::string m_newFiles; // lines that come before the next sample
    std::unordered_map<FrameIndex, std::string> m_frames;
    std::string m_line;
};

} // namespace ember::model::rprof
