// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ember::model {

// Functions that change how soon the system runs the calling thread while others keep the
// processors busy. If the system refuses, nothing changes.

// Asks for the shortest time slice, which makes the scheduler pick the thread soon (Linux 6.12). It
// gets no more time than others. Threads and programs it starts do not inherit it.
void askToRunSoon();

// Asks for the priority to keep a sampler's ticks on a busy machine: real-time if that is allowed,
// else as askToRunSoon(). Children do not inherit it.
void askToRunFirst();

// Lowers the thread's priority for good: on a busy processor it gets about a quarter of the time of
// others. Threads and programs it starts inherit it.
void letOthersGoFirst();

} // namespace ember::model
