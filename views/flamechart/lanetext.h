// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/activity.h"
#include "views/canvas/boxcolours.h"
#include "views/flamechart/layout.h"
#include "views/state/viewstate.h"

#include <QString>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ember::views {

// How long a lane's threads ran, in the selected range if there is one: CPU time if the capture has
// it, otherwise the time with calls.
model::Nanoseconds runningOf(const ViewState &state, const LaneKey &lane);

// Whether all threads of a lane are second records.
bool isSecondRecord(const ViewState &state, const LaneKey &lane);

// Returns the name of a lane's thread or group; second records are marked as such.
QString laneName(const ViewState &state, const LaneKey &lane);

// Returns the lines below the name of an unfolded thread: "11502 · main thread", "running 41 %,
// waiting 59 %"; for a group "12 threads", and the shares of all of them.
QStringList laneDetails(const ViewState &state, const LaneKey &lane);

// Returns "12 more rows".
QString moreRowsText(int rows);

// The activities of threads with known states, in the order in which texts name them.
inline constexpr std::array laneStates{model::Activity::Running, model::Activity::Runnable,
                                       model::Activity::Lock, model::Activity::InputOutput,
                                       model::Activity::Waiting};

// Whether lanes show hits of a search or filter: then all else has the palest colour, and waiting
// hits another colour than usual.
enum class AreHits : std::uint8_t { No, Yes };
std::vector<ColourMeaning> laneMeanings(const Theme &theme, AreHits areHits);

// Returns rich text for the tip of a lane: thread, what it does at that time and for how long, the
// innermost calls; for a group how many of its threads do what. Below, the lane's colours are
// explained; `hits` are those it is painted with (LaneHits).
QString laneTip(const ViewState &state, const LaneKey &lane, model::Timestamp time,
                std::span<const model::ActivityRuns> hits = {});

} // namespace ember::views
