// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace ember::demo {

// Functions with a recognizable shape in the chart. All but hanoi() compute for about the given CPU
// time; on a busy machine this takes longer.

void crunch(std::chrono::nanoseconds cpuTime); // crunch > {mixNumbers, countPrimes}
void tick(std::chrono::nanoseconds cpuTime);
void hanoi(int discs, char from, char to, char spare);
// sumOfPolynomials > evaluate > multiplyAdd, the last two inlined
void sumOfPolynomials(std::chrono::nanoseconds cpuTime);
void drawSlowFrame(std::chrono::nanoseconds cpuTime);

} // namespace ember::demo
