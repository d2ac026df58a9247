// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ember::capture {

// Gives the calling thread the priority to keep its ticks on a busy machine: real-time if that is
// allowed, else the shortest time slice, which makes the scheduler pick it soon. Children do not
// inherit it. What the system refuses stays as it was.
void preferSampler();

} // namespace ember::capture
