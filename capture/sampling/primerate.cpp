// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/primerate.h"

namespace ember::capture {

bool isPrime(int rate)
{
    for (int divisor = 2; divisor * divisor <= rate; ++divisor) {
        if (rate % divisor == 0)
            return false;
    }
    return rate > 1;
}

int nextPrime(int rate)
{
    do
        ++rate;
    while (!isPrime(rate));
    return rate;
}

int primeNear(int rate, int highest)
{
    if (const int above = nextPrime(rate); above <= highest)
        return above;
    while (!isPrime(rate))
        --rate;
    return rate;
}

} // namespace ember::capture
