// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace ember::views {

// Returns the text with signs that only tell painters where lines may break: behind signs, because
// names of functions and paths have few spaces, and neither in a number nor before its unit. For
// painting only: what is copied has the text without them.
QString withLineBreaks(const QString &text);

} // namespace ember::views
