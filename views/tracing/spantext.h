// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/reportedspans.h"
#include "views/tracing/spanviewport.h"

#include <QString>

namespace ember::views {

// Returns what is written into the box of a span: its name and its kind of work, as far as known.
QString spanLabel(const model::Profile &profile, const model::ReportedSpan &span);

// Returns the header of a lane: thread, number of spans, spans without a row.
QString laneTitle(const model::Profile &profile, const model::SpanLane &lane);

// Returns one line about a span for screen readers: "GET /, 12 ms, failed, thread main".
QString briefText(const model::Profile &profile, const model::ReportedSpan &span);

// Returns rich text about the span at a point of a lane's rows: name, op, duration, start, status,
// thread and trace id; and the number of spans there if there are several.
QString spanTip(const model::Profile &profile, const SpanHit &hit, model::Timestamp origin);

} // namespace ember::views
