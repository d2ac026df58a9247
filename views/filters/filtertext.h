// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callfilter.h"
#include "views/state/viewstate.h"

#include <QString>

namespace ember::views {

// What a chip says: "Focus: main".
QString filterText(const model::CallFilter &filter);
// And at length.
QString filterToolTip(const model::CallFilter &filter);

// The shown threads, where some are hidden: "main", "3 of 8 threads", or the one process all are
// of.
QString threadsText(const ViewState &state);
// The selected range, from the origin of times; there is one.
QString rangeText(const ViewState &state);

// What somebody typed as a regular expression (Perl's), as a test of calls. Letter case counts only
// if it has capitals, as for plain text.
struct TextPattern {
    model::CallTest test; // of By::Pattern
    QString error; // why it is none, and where: "missing closing parenthesis (at 7)"; "": it is one
};

TextPattern textPattern(const QString &typed);

} // namespace ember::views
