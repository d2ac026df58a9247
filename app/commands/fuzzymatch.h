// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace ember::app {

// Scores how well `text` matches: every typed word must occur, in any order, its letters in
// sequence but not necessarily adjacent ("sfl": Show Flame Graph). Letters at word starts and
// adjacent letters score higher, shorter texts slightly higher. Empty: no match. Case-insensitive.
std::optional<int> fuzzyMatch(const QString &typed, const QString &text);

// The same for an item with a name and additional text `more`; a match in the name scores higher,
// most if the name starts with the typed text.
std::optional<int> fuzzyMatchOfName(const QString &typed, const QString &name, const QString &more);

} // namespace ember::app
