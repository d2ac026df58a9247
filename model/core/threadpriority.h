// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ember::model {

// How soon the system runs the calling thread while others keep the processors busy. What it
// refuses is left as it was.

// The shortest time slice, which makes the scheduler pick it soon (Linux 6.12); it gets no more
// time for it than others. Threads and programs it starts do not inherit it.
void askToRunSoon();

// Others come first, for good: of what others need of a processor, about a quarter is left to it.
// Threads and programs it starts inherit it.
void letOthersGoFirst();

} // namespace ember::model
