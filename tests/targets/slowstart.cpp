// SPDX-License-Identifier: GPL-3.0-or-later
// Put before a program: it begins late, after a library has been loaded and unloaded.
#include "cputime.h"

#include <dlfcn.h>
#include <unistd.h>

namespace {

void work(std::chrono::milliseconds time)
{
    const auto end = threadCpuTime() + time;
    while (threadCpuTime() < end) { }
}

[[gnu::constructor]] void beginLate()
{
    void *const library = dlopen(EMBER_OTHER_LIBRARY, RTLD_NOW);
    if (library == nullptr)
        _exit(90);
    work(std::chrono::milliseconds(200));
    dlclose(library);
    work(std::chrono::milliseconds(300));
}

} // namespace
