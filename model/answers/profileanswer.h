// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/hotfunctions.h"
#include "model/answers/waits.h"
#include "model/query/namelesstime.h"
#include "model/query/rangestatistics.h"
#include "model/query/slowframes.h"

#include <cstdint>
#include <optional>
#include <vector>

// What a profile shows, as figures for sentences. What is not known, or was not seen, is absent.
namespace ember::model {

// What a thread, or several together, did with its time. States are all 0 where a file has none.
struct SpentTime {
    Nanoseconds busy{}; // CPU time where the profile knows it, else the time with calls
    Nanoseconds running{};
    Nanoseconds runnable{}; // waited for a CPU
    Nanoseconds blocked{};
    std::vector<BlockedTime> blockedIn; // the longest first

    Nanoseconds known() const { return running + runnable + blocked; }
};

SpentTime spentTime(const TimeFigures &figures);

struct ThreadAnswer {
    ThreadIndex thread;
    SpentTime spent;
    HotFunctions functions;
};

// A function because of which frames were slow.
struct FrameHolder {
    FrameIndex function; // an example
    std::size_t frames = 0;
};

// Slow and frozen frames.
struct FramesAnswer {
    std::size_t slow = 0;
    std::size_t frozen = 0;
    SlowFrame worst; // the longest
    std::size_t judged = 0; // number of the longest frames whose holders were looked for
    std::vector<FrameHolder> holders; // most frames first; of frames whose holder was found

    std::size_t count() const { return slow + frozen; }
};

// Whether threads waited for a CPU although the program itself used less than the machine has.
struct MachineAnswer {
    unsigned cpus = 0;
    Nanoseconds waited{}; // of all threads
    // The part of `waited` in which this program left CPUs unused, to other programs or for a limit
    // that is set for it. In each `piece` of the time it is at most what the program left.
    Nanoseconds waitedBesideOthers{};
    Nanoseconds piece{};
};

// How well the profile was recorded. All 0 for files of other tools, but for `nameless`.
struct QualityAnswer {
    std::uint64_t ticks = 0;
    std::uint64_t missedTicks = 0;
    std::uint64_t lostSamples = 0;
    std::uint64_t lostReports = 0;
    std::uint64_t stacks = 0; // native stacks that were unwound
    std::uint64_t cutStacks = 0;
    std::vector<CutModule> cutIn; // most first
    NamelessTime nameless;
};

struct ProfileAnswer {
    Selection part; // the threads and range that the answer is about; the default is all
    TimeRange range; // first to last sample; empty for profiles without time
    std::uint64_t samples = 0;
    // The samples that the rows of a profile without time stand for (countedSamples()); `samples`
    // where nothing else is known.
    std::uint64_t counted = 0;
    std::size_t threads = 0; // with samples
    // Threads with samples that are left out of all figures here as second records
    // (model/query/secondrecords.h). 0 for a part that names its threads: these count in any case.
    std::size_t recordedTwice = 0;
    std::optional<unsigned> cpus; // of the machine
    bool isCpuKnown = false; // whether SpentTime::busy is CPU time
    SpentTime spent; // of all threads
    HotFunctions functions; // of all threads
    // At most 8 threads, each with a fiftieth of the busy time or more; the busiest first.
    std::vector<ThreadAnswer> busy;
    std::optional<FramesAnswer> frames;
    std::optional<MachineAnswer> machine;
    WaitsAnswer waits;
    QualityAnswer quality;

    // The number of CPUs that were busy on average.
    double cores() const
    {
        return range.isEmpty() ? 0
                               : static_cast<double>(spent.busy.count())
                / static_cast<double>(range.duration().count());
    }
};

// Answers for a whole profile; for one without times only the numbers of samples and threads, and
// the quality. `spans` are the profile's, by which holders of frames are found; null: they are not
// looked for. Linear in samples, stacks and frames.
ProfileAnswer profileAnswer(const Profile &profile, const SpanTable *spans);
// Answers for a whole profile without spans: builds them if there are frames to judge.
ProfileAnswer profileAnswer(const ProfilePointer &profile);
// Answers for the threads and the range of a selection of a profile with times: what they spent in
// it and on what, and what they waited for there; the rest is absent. Linear in its samples, and in
// stacks and frames; the threads that ended waits are looked for in the whole process.
ProfileAnswer partAnswer(const Profile &profile, const Selection &part);

} // namespace ember::model
