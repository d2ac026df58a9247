// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/record/programrun.h"

#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <grp.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ember::bench {

namespace {

using Clock = std::chrono::steady_clock;

double secondsOf(const timeval &time)
{
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

[[noreturn]] void become(const std::vector<std::string> &words, const RunOptions &options,
                         int output)
{
    dup2(output, STDOUT_FILENO);
    if (options.messages == Messages::Hidden)
        dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO);
    if (options.rights == Rights::Nobodys && !becomeNobody())
        _exit(126);
    for (const auto &variable : options.environment)
        ::putenv(const_cast<char *>(variable.c_str())); // exec follows
    std::vector<char *> arguments;
    for (const auto &word : words)
        arguments.push_back(const_cast<char *>(word.c_str()));
    arguments.push_back(nullptr);
    execvp(arguments.front(), arguments.data());
    _exit(127);
}

std::string readAll(int file)
{
    std::string text;
    std::array<char, 4096> piece{};
    for (;;) {
        const auto size = read(file, piece.data(), piece.size());
        if (size <= 0)
            return text;
        text.append(piece.data(), static_cast<std::size_t>(size));
    }
}

std::vector<long long> numbersIn(const std::string &text)
{
    std::vector<long long> numbers;
    const char *at = text.data();
    const char *const end = at + text.size();
    while (at != end) {
        long long number = 0;
        const auto result = std::from_chars(at, end, number);
        if (result.ec == std::errc())
            numbers.push_back(number);
        at = result.ec == std::errc() ? result.ptr : at + 1;
    }
    return numbers;
}

} // namespace

bool becomeNobody()
{
    constexpr unsigned nobody = 65534;
    return setgroups(0, nullptr) == 0 && setgid(nobody) == 0 && setuid(nobody) == 0;
}

ProgramRun runProgram(const std::vector<std::string> &words, const RunOptions &options)
{
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return {};
    const auto start = Clock::now();
    const pid_t child = fork();
    if (child == 0)
        become(words, options, ends[1]);
    close(ends[1]);
    ProgramRun run;
    run.output = readAll(ends[0]);
    close(ends[0]);
    int status = 0;
    rusage used{};
    const bool ended = wait4(child, &status, 0, &used) == child;
    run.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    run.cpuSeconds = secondsOf(used.ru_utime) + secondsOf(used.ru_stime);
    run.succeeded = ended && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    run.numbers = numbersIn(run.output);
    if (!run.succeeded)
        std::fprintf(stderr, "failed: %s\n", words.front().c_str());
    return run;
}

} // namespace ember::bench
