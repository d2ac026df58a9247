// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace ember::app {

// How well `text` answers what was typed: every word of it must be there, in any order, its letters
// in their order but perhaps with others between ("sfl": Show Flame Graph). Letters at the start of
// words and runs of letters count more, shorter texts a little. None: it does not. No case.
std::optional<int> fuzzyMatch(const QString &typed, const QString &text);

// The same of what has a name and is found by `more`, too: the name weighs more, most if it begins
// with what was typed.
std::optional<int> fuzzyMatchOfName(const QString &typed, const QString &name, const QString &more);

} // namespace ember::app
