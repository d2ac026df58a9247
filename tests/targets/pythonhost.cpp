// SPDX-License-Identifier: GPL-3.0-or-later
// pythonhost SECONDS FUNCTION LIBRARY [FUNCTION LIBRARY]…: has each of these libraries of Python,
// in a thread of its own, run a function of this name for so many seconds of CPU time, unloads it
// and runs on without.
#include "cputime.h"

#include <cstdlib>
#include <dlfcn.h>
#include <functional>
#include <latch>
#include <string>
#include <thread>
#include <unistd.h>

[[gnu::noinline]] static void runsOnWithout(std::chrono::duration<double> time)
{
    for (const auto end = threadCpuTime() + time; threadCpuTime() < end;) { }
}

static void work(std::chrono::duration<double> time, const std::string &function, const char *path,
                 std::latch &done)
{
    void *const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        std::_Exit(3);
    const auto begin = reinterpret_cast<void (*)(int)>(dlsym(library, "Py_InitializeEx"));
    const auto run = reinterpret_cast<int (*)(const char *)>(dlsym(library, "PyRun_SimpleString"));
    const auto end = reinterpret_cast<int (*)()>(dlsym(library, "Py_FinalizeEx"));
    if (!begin || !run || !end)
        std::_Exit(4);
    begin(0);
    const auto code = "def " + function + "(n):\n  while n > 0: n = n - 1\n";
    // Seldom asks for the time: on a busy machine a thread often loses its CPU when it does.
    const auto call = function + "(2000000)";
    if (run(code.c_str()) != 0)
        std::_Exit(5);
    for (const auto last = threadCpuTime() + time; threadCpuTime() < last;)
        run(call.c_str());
    end();
    dlclose(library);
    if (dlopen(path, RTLD_NOW | RTLD_NOLOAD))
        std::_Exit(6);
    runsOnWithout(2 * time);
    done.count_down();
    pause(); // the end of a thread calls what the library has left with it
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    std::latch done((argc - 2) / 2);
    for (int i = 2; i + 1 < argc; i += 2)
        std::thread(work, std::chrono::duration<double>(std::atof(argv[1])), argv[i], argv[i + 1],
                    std::ref(done))
            .detach();
    done.wait();
    std::_Exit(0);
}
