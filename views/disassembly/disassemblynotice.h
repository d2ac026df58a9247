// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace ember::views {

struct DisassemblyAnswer;

// What the reader should know of the instructions shown, or why there are none; a line each. Empty:
// nothing.
QString disassemblyNotice(const DisassemblyAnswer &answer);

} // namespace ember::views
