// SPDX-License-Identifier: GPL-3.0-or-later
// misbehaver MODE [N]: does what a recorder may stumble over, and says how it went.
//   stop          a child stops itself; its parent sees that, looks again, and continues it
//   traceme       asks to be traced by its parent: prints what came of it
//   credentials   gives up root for another user
//   remap         maps memory over the code it runs in
//   threads N     has so many threads at once
//   brief N       so many children, one after the other, that end at once
//   unlink        removes the file it was started from
//   replace       puts another file in its place
//   vanish FILE   loads a library whose file is gone, unloads it, and so on
//   switches N    waits so many times, for a moment each
//   naps N        so many threads sleep 50 ms at a time, for four seconds: prints naps per second
//   memory N      holds so many megabytes
//   interrupt FILE  blocks SIGINT, makes the file, and lets the signal pass a moment after it came
//   headless [MILLISECONDS]  its first thread ends, another one works on
#include "cputime.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <memory>
#include <pthread.h>
#include <string>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

extern "C" __attribute__((noinline)) int work(int milliseconds)
{
    volatile unsigned sum = 0;
    const auto until = threadCpuTime() + std::chrono::milliseconds(milliseconds);
    while (threadCpuTime() < until)
        sum = sum + 1;
    return 0;
}

namespace {

void rest(long nanoseconds)
{
    const timespec time{nanoseconds / 1'000'000'000, nanoseconds % 1'000'000'000};
    nanosleep(&time, nullptr);
}

int stopAndContinue()
{
    const pid_t child = fork();
    if (child == 0) {
        raise(SIGSTOP);
        std::puts("continued");
        std::fflush(stdout);
        _exit(7);
    }
    int status = 0;
    if (waitpid(child, &status, WUNTRACED) != child || !WIFSTOPPED(status))
        return 90;
    rest(200'000'000);
    if (waitpid(child, &status, WNOHANG) != 0)
        return 91;
    std::printf("stopped by %d\n", WSTOPSIG(status));
    std::fflush(stdout);
    kill(child, SIGCONT);
    return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : 92;
}

int askToBeTraced()
{
    const bool isTraced = ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0;
    std::printf("%s\n", isTraced ? "traced" : std::strerror(errno));
    return work(100);
}

int changeCredentials()
{
    constexpr uid_t nobody = 65534;
    work(150);
    if (setgid(nobody) != 0 || setuid(nobody) != 0)
        return 90;
    return work(600);
}

// The same bytes in memory that belongs to no file.
int mapOverOwnCode()
{
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto start = reinterpret_cast<std::uintptr_t>(&work) & ~(page - 1);
    void *const code = reinterpret_cast<void *>(start); // NOLINT
    const auto copy = std::make_unique<char[]>(2 * page);
    std::memcpy(copy.get(), code, 2 * page);
    void *const fresh =
        mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    std::memcpy(fresh, copy.get(), 2 * page);
    mprotect(fresh, 2 * page, PROT_READ | PROT_EXEC);
    work(150);
    if (mremap(fresh, 2 * page, 2 * page, MREMAP_MAYMOVE | MREMAP_FIXED, code) != code)
        return 90;
    return work(600);
}

pthread_barrier_t allAreThere;

void *beThere(void *)
{
    pthread_barrier_wait(&allAreThere);
    return nullptr;
}

int haveThreads(unsigned count)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 32768);
    pthread_barrier_init(&allAreThere, nullptr, count + 1);
    const auto threads = std::make_unique<pthread_t[]>(count);
    for (unsigned i = 0; i < count; ++i) {
        if (pthread_create(&threads[i], &attributes, beThere, nullptr) != 0)
            return 90;
    }
    pthread_barrier_wait(&allAreThere);
    for (unsigned i = 0; i < count; ++i)
        pthread_join(threads[i], nullptr);
    return 0;
}

int haveBriefChildren(int count)
{
    for (int i = 0; i < count; ++i) {
        const pid_t child = fork();
        if (child == 0)
            _exit(0);
        waitpid(child, nullptr, 0);
    }
    return 0;
}

std::string ownFile()
{
    char path[4096];
    const auto size = readlink("/proc/self/exe", path, sizeof path);
    return {path, size > 0 ? static_cast<std::size_t>(size) : 0};
}

int removeOwnFile(bool isReplaced)
{
    const auto path = ownFile();
    if (unlink(path.c_str()) != 0)
        return 90;
    if (isReplaced) {
        const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0755);
        if (file < 0 || write(file, "\177ELF, but not really\n", 21) != 21)
            return 91;
        close(file);
    }
    return work(1000);
}

int loadWhatVanishes(const char *library)
{
    using Checksum = unsigned long (*)(unsigned long, const unsigned char *, unsigned);
    static unsigned char bytes[1 << 16];
    unsigned long sum = 0;
    for (int round = 0; round < 20; ++round) {
        const std::string copy = "vanishing-" + std::to_string(round) + ".so";
        const std::string command = "cp -L '" + std::string(library) + "' ./" + copy;
        if (std::system(command.c_str()) != 0)
            return 90;
        void *const loaded = dlopen(("./" + copy).c_str(), RTLD_NOW);
        unlink(copy.c_str());
        if (!loaded)
            return 91;
        const auto checksum = reinterpret_cast<Checksum>(dlsym(loaded, "crc32"));
        const auto until = threadCpuTime() + std::chrono::milliseconds(60);
        while (checksum && threadCpuTime() < until)
            sum = checksum(sum, bytes, sizeof bytes);
        dlclose(loaded);
    }
    return sum == 1;
}

int waitOften(int count)
{
    for (int i = 0; i < count; ++i)
        rest(1'000'000);
    return 0;
}

void *takeNaps(void *count)
{
    constexpr long nap = 50'000'000;
    for (int i = 0; i < 80; ++i) {
        rest(nap);
        ++*static_cast<int *>(count);
    }
    return nullptr;
}

double secondsNow()
{
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

int napTogether(unsigned threads)
{
    const auto started = std::make_unique<pthread_t[]>(threads);
    const auto counts = std::make_unique<int[]>(threads);
    const double start = secondsNow();
    for (unsigned i = 0; i < threads; ++i) {
        if (pthread_create(&started[i], nullptr, takeNaps, &counts[i]) != 0)
            return 90;
    }
    long naps = 0;
    for (unsigned i = 0; i < threads; ++i) {
        pthread_join(started[i], nullptr);
        naps += counts[i];
    }
    std::printf("%.1f\n", static_cast<double>(naps) / (secondsNow() - start));
    return 0;
}

int holdMemory(std::size_t megabytes)
{
    const auto bytes = megabytes << 20U;
    const auto held = std::make_unique<char[]>(bytes);
    std::memset(held.get(), 1, bytes);
    work(1200);
    return held[bytes - 1] == 1 ? 0 : 90;
}

int holdInterrupt(const char *file)
{
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    sigprocmask(SIG_BLOCK, &interrupt, nullptr);
    close(open(file, O_WRONLY | O_CREAT, 0644));
    sigset_t pending;
    do {
        rest(1'000'000);
        sigpending(&pending);
    } while (sigismember(&pending, SIGINT) == 0);
    rest(100'000'000);
    sigprocmask(SIG_UNBLOCK, &interrupt, nullptr);
    return 0;
}

void *workAlone(void *milliseconds)
{
    work(*static_cast<int *>(milliseconds));
    std::exit(0);
}

int leaveOthersBehind(int milliseconds)
{
    static int time = milliseconds > 0 ? milliseconds : 800;
    pthread_t other{};
    if (pthread_create(&other, nullptr, workAlone, &time) != 0)
        return 90;
    pthread_exit(nullptr);
}

} // namespace

int main(int argc, char **argv)
{
    const std::string mode = argc > 1 ? argv[1] : "";
    const int number = argc > 2 ? std::atoi(argv[2]) : 0;
    if (mode == "stop")
        return stopAndContinue();
    if (mode == "traceme")
        return askToBeTraced();
    if (mode == "credentials")
        return changeCredentials();
    if (mode == "remap")
        return mapOverOwnCode();
    if (mode == "threads")
        return haveThreads(static_cast<unsigned>(number));
    if (mode == "brief")
        return haveBriefChildren(number);
    if (mode == "unlink" || mode == "replace")
        return removeOwnFile(mode == "replace");
    if (mode == "vanish")
        return loadWhatVanishes(argv[2]);
    if (mode == "switches")
        return waitOften(number);
    if (mode == "naps")
        return napTogether(static_cast<unsigned>(number));
    if (mode == "memory")
        return holdMemory(static_cast<std::size_t>(number));
    if (mode == "interrupt")
        return holdInterrupt(argv[2]);
    if (mode == "headless")
        return leaveOthersBehind(number);
    return 2;
}
