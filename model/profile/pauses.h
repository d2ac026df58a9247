// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <optional>
#include <string_view>
#include <vector>

namespace ember::model {

// The text of the events Paused and Resumed around a time between two chunks.
constexpr std::string_view betweenChunks = "between chunks";
// The text of the event Resumed where samples are taken for transactions: the programs have asked
// for profiles of these (SPEC L12), which are V1.
constexpr std::string_view ofTransactions = "profiles of transactions";

// The time in which the recorder got no CPU, or was stopped, for so long that what the threads did
// meanwhile is not known: from the first tick that an event of missed ticks counts to the event. No
// value for other events, and for few ticks: over those a sample lasts, as over any distance.
std::optional<TimeRange> stallOf(const CaptureEvent &event, double rateHz);

// The times without sampling, from the events Paused and Resumed and from stalls; sorted, without
// overlap.
std::vector<TimeRange> pausesOf(const Profile &profile);

// The ranges by time; those that overlap or touch are one, and empty ones are left out.
std::vector<TimeRange> joined(std::vector<TimeRange> ranges);

// Whether samples were taken for transactions.
bool isOfTransactions(const Profile &profile);

// The part of the range that lies within the profile's time and in no pause.
Nanoseconds sampledTime(const Profile &profile, TimeRange range);

} // namespace ember::model
