// SPDX-License-Identifier: GPL-3.0-or-later
// Put before the C library's clock_gettime: somebody sets the system's time an hour ahead whenever
// a program has looked at it. Says that it is there.
#include <atomic>
#include <ctime>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

std::atomic<int> readings{0};

[[gnu::constructor]] void sayHello()
{
    static constexpr char text[] = "clockstep\n";
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
        _exit(90);
}

} // namespace

extern "C" int clock_gettime(clockid_t clock, timespec *time) noexcept
{
    const auto outcome = syscall(SYS_clock_gettime, clock, time);
    if (clock == CLOCK_REALTIME)
        time->tv_sec += 3600 * readings++;
    return static_cast<int>(outcome);
}
