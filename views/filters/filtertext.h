// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callfilter.h"
#include "model/query/selection.h"

#include <QString>
#include <QStringList>

namespace ember::views {

class OpenProfile;
class ThreadChoice;
struct Narrowing;

// The text of a chip: "Focus: main".
QString filterText(const model::CallFilter &filter);
// A longer explanation of the filter.
QString filterToolTip(const model::CallFilter &filter);

// Returns the name of what counts, as on the switch: "Running".
QString countedText(model::Counted counted);

// Returns the threads shown, if some are hidden: "main", "3 of 8 threads", or the one process that
// all of them belong to.
QString threadsText(const model::Profile &profile, const ThreadChoice &threads);
// Returns both ends of a range, relative to `origin`.
QString rangeText(model::TimeRange range, model::Timestamp origin);
// Returns the names of what the change from `before` to `now` has set: a range, threads, what
// counts, each added filter. A limit that was lifted is named by its opposite ("all threads").
// Empty if filters were only removed and others stay. A profile must be open.
QStringList newlyNarrowed(const OpenProfile &profile, const ThreadChoice &threads,
                          const Narrowing &before, const Narrowing &now);

// A regular expression (Perl's) that the user typed, as a test of calls. Letter case counts only if
// it has capitals, as for plain text.
struct TextPattern {
    model::CallTest test; // By::Pattern
    QString error; // "missing closing parenthesis (at 7)"; "" if it is valid
};

TextPattern textPattern(const QString &typed);

} // namespace ember::views
