// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/slowframes.h"
#include "views/boxes/boxreference.h"
#include "views/text/frametext.h"

#include <QString>

#include <vector>

namespace ember::views {

// Why a frame came late: the call that held it up, whose code that is, and whether it is more than
// this frame's.
struct FrameBlame {
    BoxReference call;
    model::BlameCodeOf code = model::BlameCodeOf::User;
    model::BlameReach reach = model::BlameReach::Within;
};

// Why there is nothing that held the frame up.
QString unblamedText(const model::SpanTable &spans, const model::SlowFrame &frame);

QString paceText(model::FramePace pace);

// Why a frame came late, for a list of properties: how long it took, what held it up, and what the
// thread did or waited for meanwhile.
std::vector<DetailRow> blameDetails(const model::SpanTable &spans, const model::SlowFrame &frame,
                                    const std::optional<FrameBlame> &blame);

} // namespace ember::views
