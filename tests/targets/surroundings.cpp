// SPDX-License-Identifier: GPL-3.0-or-later
// surroundings: prints what a program can know of how it was started, without what differs between
// any two runs.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <dirent.h>
#include <fstream>
#include <iostream>
#include <sched.h>
#include <string>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

extern char **environ;

static void printStatus()
{
    static const char *const wanted[] = {
        "Umask:",
        "Uid:",
        "Gid:",
        "Groups:",
        "SigPnd:",
        "ShdPnd:",
        "SigBlk:",
        "SigIgn:",
        "SigCgt:",
        "CapInh:",
        "CapPrm:",
        "CapEff:",
        "CapBnd:",
        "CapAmb:",
        "Threads:",
        "NoNewPrivs:",
        "Seccomp:",
        "Seccomp_filters:",
        "Speculation_Store_Bypass:",
        "Cpus_allowed:",
        "Mems_allowed:",
        "CoreDumping:",
        "THP_enabled:",
    };
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);) {
        for (const char *name : wanted) {
            if (line.rfind(name, 0) == 0)
                std::cout << line << '\n';
        }
    }
}

static void printFile(const char *path)
{
    std::ifstream file(path);
    std::cout << path << '\n' << file.rdbuf() << '\n';
}

static void printFiles()
{
    std::vector<std::string> lines;
    DIR *folder = opendir("/proc/self/fd");
    while (const dirent *entry = readdir(folder)) {
        if (entry->d_name[0] == '.' || std::atoi(entry->d_name) == dirfd(folder))
            continue;
        char target[4096] = {};
        const std::string path = std::string("/proc/self/fd/") + entry->d_name;
        if (readlink(path.c_str(), target, sizeof target - 1) <= 0)
            continue;
        if (std::strncmp(target, "pipe:", 5) == 0) // each run has its own
            target[4] = '\0';
        lines.push_back(std::string(entry->d_name) + " -> " + target);
    }
    closedir(folder);
    std::sort(lines.begin(), lines.end());
    for (const auto &line : lines)
        std::cout << line << '\n';
}

static void printScheduling()
{
    sched_param parameters{};
    sched_getparam(0, &parameters);
    std::cout << "policy " << sched_getscheduler(0) << " priority " << parameters.sched_priority
              << "\ntimer slack " << prctl(PR_GET_TIMERSLACK) << "\ndumpable "
              << prctl(PR_GET_DUMPABLE) << '\n';
    std::ifstream file("/proc/self/sched");
    for (std::string line; std::getline(file, line);) {
        if (line.rfind("policy", 0) == 0 || line.rfind("prio", 0) == 0
            || line.rfind("se.slice", 0) == 0 || line.rfind("se.load.weight", 0) == 0)
            std::cout << line << '\n';
    }
    int deathSignal = 0;
    prctl(PR_GET_PDEATHSIG, &deathSignal);
    std::cout << "death signal " << deathSignal << "\ngroup " << (getpgrp() == getpid())
              << " session " << getsid(0) << '\n';
}

int main()
{
    printStatus();
    printFile("/proc/self/limits");
    printFile("/proc/self/oom_score_adj");
    printFile("/proc/self/cgroup");
    printFiles();
    printScheduling();
    char directory[4096] = {};
    std::cout << (getcwd(directory, sizeof directory) ? directory : "?") << '\n';
    for (char **variable = environ; *variable; ++variable)
        std::cout << *variable << '\n';
    return 0;
}
