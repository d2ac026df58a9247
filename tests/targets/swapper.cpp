// SPDX-License-Identifier: GPL-3.0-or-later
// swapper FOLDER TIMES MILLISECONDS: works so long in each of two libraries there, by turns; only
// one of them is loaded at a time, mostly where the other was.
#include "cputime.h"

#include <cstdlib>
#include <dlfcn.h>
#include <string>

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    const int times = std::atoi(argv[2]);
    const std::chrono::milliseconds time(std::atoi(argv[3]));
    unsigned sum = 0;
    for (int i = 0; i < times; ++i) {
        const auto path = std::string(argv[1]) + (i % 2 == 0 ? "/swapped_odd" : "/swapped_even");
        void *library = dlopen(path.c_str(), RTLD_NOW);
        if (!library)
            return 3;
        using Work = unsigned (*)(unsigned);
        const auto work = reinterpret_cast<Work>(dlsym(library, "work"));
        if (!work)
            return 4;
        const auto end = threadCpuTime() + time;
        while (threadCpuTime() < end)
            sum = work(sum);
        dlclose(library);
    }
    return sum == 1;
}
