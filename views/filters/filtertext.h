// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callfilter.h"

#include <QString>

namespace ember::views {

class ThreadChoice;

// The text of a chip: "Focus: main".
QString filterText(const model::CallFilter &filter);
// A longer explanation of the filter.
QString filterToolTip(const model::CallFilter &filter);

// The shown threads, if some are hidden: "main", "3 of 8 threads", or the one process that all
// belong to.
QString threadsText(const model::Profile &profile, const ThreadChoice &threads);
// Both ends of a range, relative to `origin`.
QString rangeText(model::TimeRange range, model::Timestamp origin);

// A regular expression (Perl's) that the user typed, as a test of calls. Letter case counts only if
// it has capitals, as for plain text.
struct TextPattern {
    model::CallTest test; // By::Pattern
    QString error; // "missing closing parenthesis (at 7)"; "" if it is valid
};

TextPattern textPattern(const QString &typed);

} // namespace ember::views
