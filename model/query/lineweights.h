// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/query/callweights.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ember::model {

// Where the source of a frame's function is, as the profile spells it: the absolute path if there
// is one, else the other. Invalid or empty: not known.
StringIndex sourcePath(const Profile &profile, FrameIndex frame);

// What tells the lines of functions apart, as one text. A CallWeigher that goes by it has the call
// paths of another that goes by functions, only finer: whatever the selection and its filters, the
// lines of a function sum up to the function.
std::string lineIdentity(const Profile &profile, FrameIndex frame);

// What was spent at a line of a file: itself, and in what was called from it, once per stack. An
// inlined call is at the line where its own code is, its caller at the line that calls it.
struct LineWeight {
    std::uint32_t line = 0; // 0: those of which it is not known
    Weight self;
    Weight total;
};

enum class LinesOf : std::uint8_t { File, Function };

// The lines of the frame's function, or of all functions of its file, that the selected samples
// touched, in their order. `lines` is the answer of a CallWeigher that goes by lineIdentity().
// Linear in frames and call paths.
std::vector<LineWeight> lineWeights(const CallWeights &lines, FrameIndex frame, LinesOf of);

} // namespace ember::model
