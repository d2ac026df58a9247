// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ember::capture {

// Rates that divide the round periods programs work in sample the same moment of each period again
// and again; prime ones do not.
bool isPrime(int rate);
int nextPrime(int rate); // the smallest prime above
int primeNear(int rate, int highest); // the same, or the largest below where that is too high

} // namespace ember::capture
