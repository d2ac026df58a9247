// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace ember::demo {

// Work with a shape, for people to find in the chart. All but hanoi() compute for about the time
// they are given, by the thread's own CPU clock: on a busy machine they take longer, not less work.

void crunch(std::chrono::nanoseconds cpuTime); // crunch > {mixNumbers, countPrimes}
void tick(std::chrono::nanoseconds cpuTime);
void hanoi(int discs, char from, char to, char spare);
// sumOfPolynomials > evaluate > multiplyAdd, the last two inlined
void sumOfPolynomials(std::chrono::nanoseconds cpuTime);
void drawSlowFrame(std::chrono::nanoseconds cpuTime);

} // namespace ember::demo
