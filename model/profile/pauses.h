// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <optional>
#include <string_view>
#include <vector>

namespace ember::model {

// The text of the events Paused and Resumed around a time between two chunks.
constexpr std::string_view betweenChunks = "between chunks";
// The text of the event Resumed where samples are taken only for transactions, because the programs
// asked for V1 profiles of these (SPEC L12).
constexpr std::string_view ofTransactions = "profiles of transactions";

// Returns the time in which the recorder got no CPU, or was stopped, for so long that what the
// threads did meanwhile is not known: from the first tick that an event of missed ticks counts to
// the event. nullopt for other events, for a rate that is not known (0), and for less than 10 ticks
// or 100 ms: then the sample before lasts until the next one as usual.
std::optional<TimeRange> stallOf(const CaptureEvent &event, double rateHz);

// The times without sampling, from the events Paused and Resumed and from stalls; sorted, without
// overlap.
std::vector<TimeRange> pausesOf(const Profile &profile);

// Returns the ranges sorted by time. Joins those that overlap or touch, and leaves out empty ones.
std::vector<TimeRange> joined(std::vector<TimeRange> ranges);

// Whether samples were taken only for transactions, by an event with the text `ofTransactions`.
bool isOfTransactions(const Profile &profile);

// Returns how much of the range lies within the profile's time and in no pause.
Nanoseconds sampledTime(const Profile &profile, TimeRange range);

} // namespace ember::model
