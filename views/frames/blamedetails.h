// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/details/frametext.h"
#include "views/frames/framechoice.h"

#include <QString>

#include <vector>

namespace ember::views {

// Why there is nothing that held the frame up.
QString unblamedText(const model::SpanTable &spans, const model::SlowFrame &frame);

QString paceText(model::FramePace pace);

// Why a frame came late, for a list of properties: how long it took, what held it up, and what the
// thread did or waited for meanwhile.
std::vector<DetailRow> blameDetails(const model::SpanTable &spans, const model::SlowFrame &frame,
                                    const std::optional<FrameBlame> &blame);

} // namespace ember::views
