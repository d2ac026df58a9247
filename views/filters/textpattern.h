// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callfilter.h"

#include <QString>

namespace ember::views {

// What somebody typed as a regular expression (Perl's), as a test of calls. Letter case counts only
// if it has capitals, as for plain text.
struct TextPattern {
    model::CallTest test; // of By::Pattern
    QString error; // why it is none, and where: "missing closing parenthesis (at 7)"; "": it is one
};

TextPattern textPattern(const QString &typed);

} // namespace ember::views
