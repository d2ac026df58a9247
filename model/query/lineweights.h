// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/query/callweights.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ember::model {

// The path of the source of a frame's function, as the profile spells it: `absPath` if there is
// one, else `file`. Invalid or empty if not known.
StringIndex sourcePath(const Profile &profile, FrameIndex frame);

// The identity of a frame's line as a text: function, source and line. A CallWeigher with it has
// finer call paths than one by functions: for any selection and filters, the lines of a function
// add up to the function.
std::string lineIdentity(const Profile &profile, FrameIndex frame);

// The weight of a line of a file: its own, and with what was called from it, once per stack. An
// inlined call is at the line of its own code, its caller at the line of the call.
struct LineWeight {
    std::uint32_t line = 0; // 0: code whose line is not known
    Weight self;
    Weight total;
};

enum class LinesOf : std::uint8_t { File, Function };

// The lines of the frame's function, or of all functions of its file, that selected samples have,
// in order. `lines` is the answer of a CallWeigher with lineIdentity(). Linear in frames and call
// paths.
std::vector<LineWeight> lineWeights(const CallWeights &lines, FrameIndex frame, LinesOf of);

} // namespace ember::model
