// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/rprof/rprofsegmentwriter.h"

#include <span>

namespace ember::model::rprof {

// What the frames of some samples say, so that the header can say it before them.
struct FramesUsed {
    bool hasLines = false;
    bool hasCollections = false; // samples within R's garbage collector, "<GC>"
};

FramesUsed framesUsed(const Profile &profile, std::span<const SamplePlace> samples);

} // namespace ember::model::rprof
