// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/core/time.h"
#include "model/profile/profile.h"
#include "model/profile/waitingfunctions.h"
#include "model/spans/busytime.h"

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace ember::model {

// What a thread does, as far as a sample tells: its state, and for a blocked one what it waits for.
enum class Activity : std::uint8_t {
    None, // there is no sample: before the thread, after it, in a gap
    Idle, // its state is not known, and its stack is empty or idle
    Sampled, // its state is not known, and it is in a call
    Running,
    Runnable, // waits for a CPU
    Lock, // blocked until another thread lets go of something
    InputOutput, // blocked in the reading or writing of files and sockets
    Waiting, // blocked in any other way: for an event, a time, another thread's signal
};

constexpr std::size_t activityCount = std::size_t(Activity::Waiting) + 1;

// A set of activities, by Activity.
using ActivitySet = std::bitset<activityCount>;

constexpr ActivitySet allActivities{(1U << activityCount) - 1};

using ActivityTimes = std::array<Nanoseconds, activityCount>;

// Parts of a time by Activity: 255 is all of it; what happened at all has at least 1.
using ActivityShares = std::array<std::uint8_t, activityCount>;

// What a thread did in equal times ("buckets"), for pictures in which several of its runs share a
// column. Each level has times of a power of two, twice as long as those of the level before;
// bucket n begins at n times their length. A level has at most about as many buckets as the thread
// has runs: finer ones are dropped. Grows with the runs; a copy is a snapshot, as with Column.
class ActivityBuckets {
public:
    using Bucket = Index<struct ActivityBucketTag>;

    // A level's complete buckets.
    struct Level {
        int exponent = 0; // a bucket lasts 2^exponent ns
        std::int64_t first = 0; // number of the first bucket
        Column<Bucket, ActivityShares> shares;

        std::int64_t end() const { return first + static_cast<std::int64_t>(shares.size()); }
        const ActivityShares &operator[](std::int64_t number) const
        {
            return shares[Bucket(static_cast<std::size_t>(number - first))];
        }
    };

    // Adds a run that begins where the last one has ended. `runs`: the number of runs with this
    // one.
    void add(Activity activity, TimeRange range, std::size_t runs);

    // Returns the level with the longest buckets that are not longer than `longest`; null if all
    // are longer.
    const Level *levelFor(Nanoseconds longest) const;

private:
    void complete();
    void dropFinest();
    void addLevelAbove();
    static void append(Level &above, const Level &below, std::int64_t number);

    std::vector<Level> m_levels; // the finest level first
    ActivityTimes m_open{}; // in the finest level's next bucket, which is not complete
};

// Tells, by the names on a stack, what its innermost call waits for on a futex: the mutexes,
// condition variables, semaphores and joins of C and C++ all wait there. Grows with a profile's
// snapshots; one thread at a time grows it.
class FutexStacks {
public:
    void update(const Profile &profile);

    // Whether the stack waits on a futex for another thread's signal, end or result. False for
    // locks, and if the names do not tell: both are Activity::Lock.
    bool isEvent(StackIndex stack) const
    {
        const FutexMeaning means = m_stacks[stack.row()];
        return means == FutexMeaning::Event || means == FutexMeaning::CallersTell;
    }

private:
    // Returns what the name of the frame's function says; Unknown in place of Either.
    static FutexMeaning meansOf(const Profile &profile, const Frame &frame);

    std::vector<FutexMeaning> m_frames; // by frame
    std::vector<FutexMeaning> m_stacks; // by stack: meaning of its innermost frame that has one
};

Activity activityOf(const ThreadSamples &samples, SampleIndex sample, const IdleStackList &idle,
                    const FutexStacks &futexes);

// The samples of a thread as runs of one activity. Sums of every few runs are kept, by which times
// of any range are looked up. Grows with the samples; a copy is a snapshot, as with Column.
class ActivityRuns {
public:
    using Run = Index<struct ActivityRunTag>;

    // Adds the samples that are new in `samples`.
    void update(const ThreadSamples &samples, const IdleStackList &idle,
                const FutexStacks &futexes);

    std::size_t size() const { return m_starts.size(); }
    bool isEmpty() const { return m_starts.isEmpty(); }
    // Returns the runs of the samples whose stacks are marked and whose activity is in `counts`;
    // all other samples become None. `samples` are those that were added; marks are by stack.
    ActivityRuns ofStacks(const ThreadSamples &samples, std::span<const std::uint8_t> marks,
                          const ActivitySet &counts = allActivities) const;
    Timestamp start(Run run) const { return m_starts[run]; }
    Activity activity(Run run) const { return m_activities[run]; }
    // The starts and activities of a run and of some that follow it, for loops over very many.
    std::span<const Timestamp> startsFrom(Run run) const { return m_starts.run(run.row()); }
    std::span<const Activity> activitiesFrom(Run run) const { return m_activities.run(run.row()); }
    // The sums of all runs but the last one; without levels while there are few runs.
    const ActivityBuckets &buckets() const { return m_buckets; }
    // The end of a run: the start of the next one, or `tail` after the last sample, whose duration
    // is not known.
    Timestamp end(Run run, Nanoseconds tail) const;
    // The number of runs that begin at or before the time. Logarithmic.
    std::size_t upTo(Timestamp time) const;
    // The sum of each activity before the start of a run.
    ActivityTimes before(Run run) const;
    // The sum of each activity in a range.
    ActivityTimes within(TimeRange range, Nanoseconds tail) const;

private:
    static constexpr std::size_t step = 16; // runs between two sums
    static constexpr std::size_t few = 512; // runs, which are read without buckets

    void add(Timestamp time, Activity activity);
    void addToBuckets(Timestamp end);

    Column<Run, Timestamp> m_starts;
    Column<Run, Activity> m_activities;
    // Row n: times before run (n + 1) · step.
    Column<Index<struct ActivitySumTag>, ActivityTimes> m_sums;
    ActivityBuckets m_buckets;
    ActivityTimes m_total{}; // times up to the last sample
    Timestamp m_last; // time of the last sample
    std::size_t m_read = 0; // samples read
};

// Walks along the runs in the order of time, for pictures: a step costs the runs that it passes,
// but never more than a few.
class ActivityWalk {
public:
    ActivityWalk(const ActivityRuns &runs, Nanoseconds tail) : m_runs(runs), m_tail(tail) { }

    // Returns the sum of each activity before the time, which must not be before that of the
    // previous call.
    ActivityTimes walkTo(Timestamp time);

private:
    const ActivityRuns &m_runs;
    Nanoseconds m_tail;
    std::size_t m_next = 0; // number of runs that have begun
    ActivityTimes m_before{}; // times before the last run that has begun
};

} // namespace ember::model
