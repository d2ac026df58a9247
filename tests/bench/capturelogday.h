// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ember::tests {

// Writes a day of 16 threads at 101 Hz through the recorder's sink, and follows the log as a window
// does, each in a process of its own: prints what the log and the two take.
void measureDay();

} // namespace ember::tests
