// SPDX-License-Identifier: GPL-3.0-or-later
// lateload LIBRARY FUNCTION MILLISECONDS [PAUSE]: loads a library after a while and works in it,
// perhaps after a pause of so many milliseconds.
// The function has the type of zlib's crc32.
#include "cputime.h"

#include <cstdlib>
#include <dlfcn.h>
#include <thread>
#include <vector>

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    const std::chrono::milliseconds time(std::atoi(argv[3]));
    volatile unsigned before = 0;
    while (threadCpuTime() < time) {
        for (unsigned i = 0; i < 20000; ++i)
            before = before + i;
    }
    void *library = dlopen(argv[1], RTLD_NOW);
    if (!library)
        return 3;
    using Checksum = unsigned long (*)(unsigned long, const unsigned char *, unsigned);
    const auto checksum = reinterpret_cast<Checksum>(dlsym(library, argv[2]));
    if (!checksum)
        return 4;
    if (argc > 4)
        std::this_thread::sleep_for(std::chrono::milliseconds(std::atoi(argv[4])));
    const std::vector<unsigned char> bytes(1 << 16U);
    unsigned long sum = 0;
    const auto end = threadCpuTime() + time;
    while (threadCpuTime() < end)
        sum = checksum(sum, bytes.data(), static_cast<unsigned>(bytes.size()));
    return sum == 1;
}
