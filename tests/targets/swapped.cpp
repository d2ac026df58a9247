// SPDX-License-Identifier: GPL-3.0-or-later
// swapped: a library of which one is loaded at a time. EMBER_SPIN makes them differ. One call is
// long beside asking for the time, which may be slow on a virtual machine.
extern "C" unsigned work(unsigned sum)
{
    volatile unsigned spun = sum;
    for (unsigned i = 0; i < 400'000; i += EMBER_SPIN)
        spun = spun * 31 + i;
    return spun;
}
