// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "model/profile/profile.h"

#include <string>

namespace ember::model::report {

// Returns "12.345", with a point under any locale.
std::string milliseconds(Nanoseconds duration);
// Returns "12.3 %".
std::string percent(double share);
// Writes a number in digits: a whole one without decimals, others below 2^53 with three. Never uses
// an exponent.
std::string plainNumber(double number);

// Returns the name that Sentry's call trees give the call (SENTRY.md §6.2): the function's, or ""
// if there is none. Sentry has not seen the frames of captures: they get the name that the window
// shows.
std::string nodeName(const Profile &profile, FrameIndex frame);

// Whether the profile was recorded by our recorder, whatever file it was read from.
bool isCapture(const Profile &profile);

} // namespace ember::model::report
