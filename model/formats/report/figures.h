// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "model/profile/profile.h"

#include <string>

namespace ember::model::report {

// "12.345": with a point under any locale.
std::string milliseconds(Nanoseconds duration);
// "12.3 %"
std::string percent(double share);
// A number as digits, with decimals only where it has some; never an exponent.
std::string plainNumber(double number);

// The name a call has in Sentry's call trees: its function's, "" if it has none there (SENTRY.md
// §6.2); of captures, whose frames Sentry has not seen, what the window shows.
std::string nodeName(const Profile &profile, FrameIndex frame);

// Whether a recorder of ours made it, in whatever file it is now.
bool isCapture(const Profile &profile);

} // namespace ember::model::report
