// SPDX-License-Identifier: GPL-3.0-or-later
// remapped FILE MILLISECONDS: maps the file as code and works so long, replaces the file's end by
// memory of its own, as the loader does with a library, and works as long again.
#include "cputime.h"

#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void work(std::chrono::milliseconds time)
{
    const auto end = threadCpuTime() + time;
    while (threadCpuTime() < end) { }
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    const std::chrono::milliseconds time(std::atoi(argv[2]));
    constexpr std::size_t page = 4096;
    const int file = open(argv[1], O_RDONLY | O_CLOEXEC);
    struct stat status { };
    if (file < 0 || fstat(file, &status) != 0)
        return 3;
    const auto size = static_cast<std::size_t>(status.st_size) / page * page;
    if (size < 2 * page)
        return 4;
    void *code = mmap(nullptr, size, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0);
    if (code == MAP_FAILED)
        return 5;
    work(time);
    void *end = static_cast<char *>(code) + size - page;
    if (mmap(end, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS, -1, 0)
        == MAP_FAILED)
        return 6;
    work(time);
    return 0;
}
