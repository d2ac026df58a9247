// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/memorybudget.h"
#include "model/core/time.h"
#include "model/formats/capturelog/follower.h"
#include "model/formats/capturelog/programfeed.h"
#include "model/formats/capturelog/tickcodec.h"
#include "model/profile/profilebuilder.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ember::model::capturelog {

// Computes quantiles of any number of durations in a fixed table: 32 classes per power of two, so a
// quantile is less than 1/32 too high.
class DurationQuantiles {
public:
    void add(Nanoseconds duration)
    {
        ++m_counts[classOf(
            static_cast<std::uint64_t>(std::max<std::int64_t>(duration.count(), 0)))];
        ++m_total;
    }

    // The upper end of the class that holds the value of rank ⌈share · n⌉; 0 without values.
    Nanoseconds quantile(double share) const
    {
        const auto rank =
            static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(m_total)));
        std::uint64_t seen = 0;
        for (std::size_t index = 0; index < m_counts.size() && m_total > 0; ++index) {
            seen += m_counts[index];
            if (seen >= std::max<std::uint64_t>(rank, 1))
                return Nanoseconds(static_cast<std::int64_t>(lastOf(index)));
        }
        return {};
    }

private:
    static constexpr unsigned subBits = 5;
    static constexpr std::uint64_t subCount = 1U << subBits;

    static std::size_t classOf(std::uint64_t value)
    {
        if (value < subCount)
            return static_cast<std::size_t>(value);
        const auto shift = static_cast<unsigned>(std::bit_width(value)) - subBits - 1;
        return static_cast<std::size_t>((shift + 1) * subCount + (value >> shift) - subCount);
    }

    static std::uint64_t lastOf(std::size_t index)
    {
        if (index < subCount)
            return index;
        const auto shift = index / subCount - 1;
        return ((index % subCount + subCount + 1) << shift) - 1;
    }

    std::array<std::uint64_t, (64 - subBits) * subCount> m_counts{};
    std::uint64_t m_total = 0;
};

// Turns ticks of a log into samples of a profile, and into statistics of the capture.
class SampleFeed : private TickSink {
public:
    // All must outlive the feed. The options limit how many samples are taken, and how many of them
    // one by one.
    SampleFeed(ProfileBuilder &builder, const ProgramFeed &programs, const SegmentStacks &stacks,
               const ReadOptions &options)
        : m_builder(builder),
          m_programs(programs),
          m_stacks(stacks),
          m_limit(options.sampleLimit),
          m_repeatLimit(options.repeatLimit),
          m_freeRepeats(options.freeRepeats)
    {
    }

    // Size of the log as far as it is known. It limits the memory for repeats: two bytes of a log
    // can repeat a sample for each of ten thousand threads, and a few more can do so four thousand
    // times.
    void setLogSize(std::uint64_t bytes)
    {
        m_roomForRepeats = m_freeRepeats + mostWithinBudget(repeatBytes, bytes);
    }

    // Ends the runs of the previous segment, whose stacks must still exist, and starts a segment.
    void startSegment(const SegmentRecord &segment)
    {
        m_ticks.endRuns(*this);
        m_ticks.startSegment(segment.start, segment.period);
    }

    void addThread(ThreadSerial thread) { m_ticks.addThread(thread); }

    void removeThread(ThreadSerial thread);

    // Ends what the threads were doing at the start of a pause, instead of at their first sample
    // after it: adds an idle sample for each thread that was in calls, which no tick counts.
    void pause(Timestamp time);
    // Ends what the threads were doing at the start of a stall of the recorder, as pause() does.
    // What a later sample says about ticks before the stall's end is left out.
    void stall(TimeRange range);

    // Takes the payload of a Ticks record. False: it refers to something that the log has not
    // defined. Invalid bytes set from.hasFailed().
    bool take(ByteReader &from);

    // Takes the payload of a Calls record.
    void takeCalls(ByteReader &from) { m_ticks.takeCalls(from); }

    // Ends all runs of samples; call at the end of the log.
    void finish() { m_ticks.endRuns(*this); }

    // Number of samples that are not in the profile: those of threads that had not run, beyond
    // ReadOptions::repeatLimit, and those that were said of a stall after it.
    std::uint64_t leftOut() const { return m_leftOut; }

    // Number of samples with fields of a newer version.
    std::uint64_t passedOver() const { return m_passedOver; }

    bool isFull() const { return m_samples >= m_limit; }

    std::optional<Timestamp> lastTick() const { return m_lastTick; }

    // Writes to `source` what is updated once per batch, not per sample.
    void publish(Source &source);

private:
    void beginTick(Timestamp time) override;
    void sample(Timestamp time, const TickSample &sample) override;

    void leaveOut(std::uint64_t count) override;

    void passOver() override { ++m_passedOver; }

    bool wantsMore() const override { return !m_malformed && !isFull(); }

    bool wantsRuns() const override
    {
        return m_repeats >= std::min(m_repeatLimit, m_roomForRepeats);
    }

    void count(const TickSample &sample, const KnownStack &stack);
    void label(ThreadIndex thread, std::uint64_t goroutine);
    void remember(ThreadIndex thread, const NewSample &sample);

    // A thread's newest sample, which a pause may have to end.
    struct Ongoing {
        Timestamp since; // time of the thread's last sample
        bool hasCalls = false;
        bool isListed = false; // the thread is in m_sampled
        std::uint64_t goroutine = 0; // goroutine of the newest sample that had one
        StringIndex labels; // labels of that goroutine
    };

    ProfileBuilder &m_builder;
    const ProgramFeed &m_programs;
    const SegmentStacks &m_stacks;
    std::uint64_t m_limit;
    std::uint64_t m_repeatLimit;
    std::uint64_t m_freeRepeats;
    std::uint64_t m_roomForRepeats = m_freeRepeats;
    std::uint64_t m_repeats = 0;
    std::uint64_t m_leftOut = 0;
    std::uint64_t m_passedOver = 0;
    TickDecoder m_ticks;
    DurationQuantiles m_stops;
    std::uint64_t m_samples = 0;
    std::optional<Timestamp> m_lastTick;
    std::optional<Timestamp> m_firstSample;
    std::optional<Timestamp> m_lastSample;
    std::vector<Ongoing> m_ongoing; // newest sample of each thread
    std::vector<ThreadIndex> m_sampled; // threads that had samples with calls since the last pause
    std::optional<Timestamp> m_resumed; // the end of the last stall
    bool m_malformed = false;
};

} // namespace ember::model::capturelog
