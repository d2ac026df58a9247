// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/activity.h"
#include "model/spans/busytime.h"
#include "model/spans/spantable.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <new>
#include <stop_token>
#include <utility>
#include <vector>

namespace ember::model {

// Thrown if there would be more boxes than memory is to be spent on. It is a bad_alloc, so that
// code that copes with those copes with this, too.
class TooManyBoxes : public std::bad_alloc {
public:
    const char *what() const noexcept override { return "too many boxes"; }
};

// Thrown if the stop was requested while boxes were built.
class BoxesUnwanted { };

// Limits the memory of a profile's boxes: deep stacks that alternate make as many boxes as samples
// times their depth, which a file of some kilobytes can demand. Any thread.
class BoxBudget {
public:
    static constexpr std::size_t bytesAtLeast = std::size_t(400) << 20U;
    static constexpr std::size_t bytesPerSample = 800;

    explicit BoxBudget(std::size_t least = bytesAtLeast) : m_least(least), m_limit(least) { }

    // Sets the limit for boxes of that many samples, and the stop that ends the building.
    void allow(std::size_t samples, std::stop_token stop)
    {
        m_limit = m_least + bytesPerSample * samples;
        m_stop = std::move(stop);
    }

    // Counts the bytes of new boxes. Throws TooManyBoxes or BoxesUnwanted.
    void take(std::size_t bytes)
    {
        if (m_taken.fetch_add(bytes, std::memory_order_relaxed) + bytes > m_limit)
            throw TooManyBoxes();
        if (m_stop.stop_requested())
            throw BoxesUnwanted();
    }

    void giveBack(std::size_t bytes) { m_taken.fetch_sub(bytes, std::memory_order_relaxed); }

private:
    std::atomic<std::size_t> m_taken = 0;
    const std::size_t m_least;
    std::size_t m_limit;
    std::stop_token m_stop;
};

// The boxes of one thread while samples still come. Owned by a SpanBuilder.
//
// A box stays changeable a little longer than its samples last: the backend lets a call go on if
// its node ended exactly at the time of the sample and nothing newer stands beside it (SENTRY.md
// §6.2), so samples without duration can interrupt a call without ending it.
//
//   m_chain:   open   open   ended   ended     the newest box of each depth, root first; the ended
//              [0]    [1]    [2]     [3]       ones all ended at m_endedAt and may be taken up
//              again ╰ m_openDepth = 2 ╯
class GrowingSpans {
public:
    // `budget` must outlive this object.
    explicit GrowingSpans(BoxBudget &budget) : m_budget(&budget) { }

    // Reads the samples that are new in `samples`. A last sample without duration opens no box, it
    // only ends open ones. Throws what BoxBudget::take() throws; this object is unusable then.
    void update(std::shared_ptr<const ThreadSamples> samples, const CallPaths &paths,
                Nanoseconds lastDuration, const IdleStackList &idle, const FutexStacks &futexes);

    // Publishes the samples without spans, because they have no time.
    void leaveOut(std::shared_ptr<const ThreadSamples> samples);

    const std::shared_ptr<const ThreadSpans> &published() const { return m_published; }

    std::size_t boxCount() const { return m_boxCount; }

private:
    struct Row {
        ClosedBoxes closed;
        std::shared_ptr<const ClosedBoxes> published; // null: `closed` has changed since
    };

    std::size_t read(SampleIndex sample, Timestamp time, PathIndex path, const CallPaths &paths);
    std::size_t openBefore(std::size_t depth) const;
    std::size_t findShared(PathIndex path, const CallPaths &paths);
    void takeUp(std::size_t depth, SampleIndex sample);
    void endFrom(std::size_t depth, SampleIndex sample, Timestamp time);
    void closeFrom(std::size_t depth);
    void pay(std::size_t boxes, std::size_t depth);
    void publish();

    BoxBudget *m_budget;
    std::size_t m_paid = 0; // bytes taken from m_budget
    std::vector<Row> m_rows; // by depth
    std::vector<OpenBox> m_chain;
    std::vector<PathIndex> m_opening; // paths that the sample being read opens, leaf first
    std::size_t m_openDepth = 0;
    Timestamp m_endedAt;
    Timestamp m_time; // of the sample read last
    SampleIndex m_firstOfTime{0}; // first sample of m_time
    StackOutline m_outline;
    BusyTime m_busy;
    ActivityRuns m_activity;
    Nanoseconds m_lastDuration{};
    std::size_t m_read = 0; // samples read
    std::shared_ptr<const ThreadSamples> m_samples;
    std::shared_ptr<const ThreadSpans> m_published;
    std::size_t m_boxCount = 0;
};

// Turns samples into durations. Fed with the growing snapshots of one profile it reads only the new
// samples; the tables that it returns share closed boxes, and all spans of threads without new
// samples. Owned by one thread; many new samples at once are read in several threads.
//
// If samples arrive late and are sorted in before others, their thread is read again from the
// start.
class SpanBuilder {
public:
    // `bytesAtLeast`: bytes that boxes may take beside those that each sample allows (BoxBudget).
    explicit SpanBuilder(std::size_t bytesAtLeast = BoxBudget::bytesAtLeast);
    ~SpanBuilder();
    SpanBuilder(const SpanBuilder &) = delete;
    SpanBuilder &operator=(const SpanBuilder &) = delete;

    // Returns the spans of a profile as it was recorded, or as it is shown. Throws TooManyBoxes
    // and, once the stop is requested, BoxesUnwanted; the builder is unusable then.
    SpanTablePointer update(const ProfilePointer &recorded, const std::stop_token &stop = {});
    SpanTablePointer update(const ShownProfile &stacks, const std::stop_token &stop = {});

private:
    void readSamples(const Profile &profile);

    BoxBudget m_budget;
    CallPaths m_paths;
    IdleStacks m_idle;
    FutexStacks m_futexes;
    std::vector<std::unique_ptr<GrowingSpans>> m_threads; // by ThreadIndex
    std::size_t m_sampleCount = 0; // number of samples of the profile read last
};

// Builds the spans of a complete profile, of its stacks as recorded. Throws what
// SpanBuilder::update() throws.
SpanTablePointer buildSpans(const ProfilePointer &profile, const std::stop_token &stop = {});

// Builds the spans of a complete profile with the stacks that are shown instead of the recorded
// ones.
SpanTablePointer buildSpans(const ProfilePointer &recorded, StackChoice choice,
                            const std::stop_token &stop = {});

} // namespace ember::model
