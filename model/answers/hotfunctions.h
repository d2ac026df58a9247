// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/query/selection.h"

#include <cstdint>
#include <vector>

namespace ember::model {

// Code that functions are looked for in: all but system code (that is marked as not in-app), or
// any.
enum class CodeOf : std::uint8_t { NotSystem, Anybody };

// A function, and the time in which it was the innermost one of the code that is listed
// (HotFunctions::code).
struct HotFunction {
    FrameIndex frame; // an example, for its names
    Nanoseconds time{};
};

// The functions in which threads spent their CPU time, by the samples with calls that
// Counted::Running counts. Where no states are known, those are all with calls.
//
// Where half or more of that time has code that is not system code on its stacks, only such
// functions are listed: with the time of the system code that they called. So the times are the
// self times of views that leave system code out (CallAction::Merge), otherwise of views of all
// code.
struct HotFunctions {
    Nanoseconds whole{}; // time on a CPU, with or without functions
    CodeOf code = CodeOf::NotSystem;
    std::vector<HotFunction> functions; // most time first; at most as many as were asked for

    double share(const HotFunction &function) const
    {
        return whole.count() > 0
            ? static_cast<double>(function.time.count()) / static_cast<double>(whole.count())
            : 0;
    }
};

// The hot functions of all threads together, and by thread.
struct AllHotFunctions {
    HotFunctions together;
    std::vector<HotFunctions> byThread; // in table order
};

// Finds up to `most` functions each, of the threads and in the range of the selection. Linear in
// its samples, and in stacks and frames.
AllHotFunctions hotFunctions(const Profile &profile, std::size_t most, const Selection &part = {});

} // namespace ember::model
