// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/slowframes.h"
#include "views/boxes/boxreference.h"
#include "views/text/frametext.h"

#include <QString>

#include <vector>

namespace ember::views {

// Why a frame was late: the call that delayed it, whose code that is, and whether it lasts beyond
// this frame.
struct FrameBlame {
    BoxReference call;
    model::BlameCodeOf code = model::BlameCodeOf::User;
    model::BlameReach reach = model::BlameReach::Within;
};

// Returns why no call is blamed for the frame.
QString unblamedText(const model::SpanTable &spans, const model::SlowFrame &frame);

QString paceText(model::FramePace pace);

// Returns why a frame was late, as a list of properties: its duration, the call that delayed it,
// and what the thread did or waited for meanwhile.
std::vector<DetailRow> blameDetails(const model::SpanTable &spans, const model::SlowFrame &frame,
                                    const std::optional<FrameBlame> &blame);

} // namespace ember::views
