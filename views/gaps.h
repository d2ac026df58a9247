// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <vector>

namespace ember::views {

// Times nobody looked: pauses of a capture, and between one chunk and the next of the same process
// when more than `tolerance` lies between them. In time order, without overlap.
std::vector<model::TimeRange> gapsOf(const model::Profile &profile, model::Nanoseconds tolerance);

// The time between two samples of a thread: the capture's rate, else the median distance of samples
// looked at here and there; 10 ms if there are none to compare.
model::Nanoseconds samplePeriod(const model::Profile &profile);

} // namespace ember::views
