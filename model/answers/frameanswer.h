// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/profileanswer.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace ember::model {

// A thread that had a CPU while another one waited for it.
struct CpuHolder {
    ThreadIndex thread;
    Nanoseconds time{}; // its CPU time while the other one waited
};

// Why a slow or frozen frame took as long as it did.
struct FrameAnswer {
    SlowFrame frame;
    std::size_t number = 0; // the frame's place in time order, from 1
    std::size_t count = 0; // number of slow and frozen frames in all
    ThreadIndex thread; // the thread that draws; invalid: none
    SpentTime spent; // what that thread did in the frame
    std::optional<CallBlame> blame;
    TimeRange blamed; // blamedPart() of the blamed call
    FrameIndex function; // the function of the blamed call

    // The time of all CPUs together while the thread waited for one: its waiting time, times the
    // number of CPUs. 0 if this number, or the CPU times of threads, are not known.
    Nanoseconds cpuTime{};
    std::vector<CpuHolder> holders; // other threads of the profile, most time first
    Nanoseconds own{}; // the thread's CPU time in its own waits, whose limits only samples tell

    // The part of cpuTime that no thread of the profile had: programs that were not recorded, or
    // nobody, where the program is kept from some of the CPUs.
    Nanoseconds others() const;
};

// Answers for one of the frames of slowFrames(). Linear in the samples of the frame's range.
FrameAnswer frameAnswer(const SpanTable &spans, const SlowFrame &frame,
                        const std::vector<SlowFrame> &all);

} // namespace ember::model
