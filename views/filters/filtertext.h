// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callfilter.h"

#include <QString>

namespace ember::views {

class ThreadChoice;

// What a chip says: "Focus: main".
QString filterText(const model::CallFilter &filter);
// And at length.
QString filterToolTip(const model::CallFilter &filter);

// The shown threads, where some are hidden: "main", "3 of 8 threads", or the one process all are
// of.
QString threadsText(const model::Profile &profile, const ThreadChoice &threads);
// Both ends of a range, counted from `origin`.
QString rangeText(model::TimeRange range, model::Timestamp origin);

// What somebody typed as a regular expression (Perl's), as a test of calls. Letter case counts only
// if it has capitals, as for plain text.
struct TextPattern {
    model::CallTest test; // of By::Pattern
    QString error; // why it is none, and where: "missing closing parenthesis (at 7)"; "": it is one
};

TextPattern textPattern(const QString &typed);

} // namespace ember::views
