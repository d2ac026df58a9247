// SPDX-License-Identifier: GPL-3.0-or-later
// swapper FOLDER TIMES MILLISECONDS: works so long in each of two libraries there, by turns; only
// one of them is loaded at a time, mostly where the other was.
#include "cputime.h"

#include <cstdlib>
#include <dlfcn.h>
#include <string>

using Work = unsigned (*)(unsigned);

// Unlike enough not to be folded into one.
[[gnu::noinline]] static unsigned callOdd(Work work, unsigned sum)
{
    return work(sum) + 1;
}

[[gnu::noinline]] static unsigned callEven(Work work, unsigned sum)
{
    return work(sum) + 2;
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    const int times = std::atoi(argv[2]);
    const std::chrono::milliseconds time(std::atoi(argv[3]));
    unsigned sum = 0;
    for (int i = 0; i < times; ++i) {
        const bool isOdd = i % 2 == 0;
        const auto path = std::string(argv[1]) + (isOdd ? "/swapped_odd" : "/swapped_even");
        void *library = dlopen(path.c_str(), RTLD_NOW);
        if (!library)
            return 3;
        const auto work = reinterpret_cast<Work>(dlsym(library, "work"));
        if (!work)
            return 4;
        const auto end = threadCpuTime() + time;
        while (threadCpuTime() < end)
            sum = isOdd ? callOdd(work, sum) : callEven(work, sum);
        dlclose(library);
    }
    return sum == 1;
}
