// SPDX-License-Identifier: GPL-3.0-or-later
// pythonhost SECONDS FUNCTION LIBRARY [FUNCTION LIBRARY]…: has each of these libraries of Python,
// in a thread of its own, run a function of this name for so many seconds of CPU time.
#include "cputime.h"

#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <thread>
#include <vector>

static void work(std::chrono::duration<double> time, const std::string &function, const char *path)
{
    void *const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        std::_Exit(3);
    const auto begin = reinterpret_cast<void (*)(int)>(dlsym(library, "Py_InitializeEx"));
    const auto run = reinterpret_cast<int (*)(const char *)>(dlsym(library, "PyRun_SimpleString"));
    if (!begin || !run)
        std::_Exit(4);
    begin(0);
    const auto code = "def " + function + "(n):\n  while n > 0: n = n - 1\n";
    const auto call = function + "(300000)";
    if (run(code.c_str()) != 0)
        std::_Exit(5);
    for (const auto end = threadCpuTime() + time; threadCpuTime() < end;)
        run(call.c_str());
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    std::vector<std::thread> threads;
    for (int i = 2; i + 1 < argc; i += 2)
        threads.emplace_back(work, std::chrono::duration<double>(std::atof(argv[1])), argv[i],
                             argv[i + 1]);
    for (auto &thread : threads)
        thread.join();
    std::_Exit(0); // the interpreters were begun in threads that have ended
}
