// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/jitcodefiles.h"

#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace ember::capture {

namespace {

// The pid in the process's own PID namespace, which it uses in file names; ours if the process has
// ended.
std::string ownPid(std::uint32_t pid)
{
    std::ifstream status("/proc/" + std::to_string(pid) + "/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("NSpid:"))
            return line.substr(line.find_last_of(" \t") + 1);
    }
    return std::to_string(pid);
}

std::string rootOf(std::uint32_t pid)
{
    return "/proc/" + std::to_string(pid) + "/root";
}

bool isTrusted(const struct stat &file, const model::CodeMaker &maker)
{
    struct stat process { };
    const auto directory = "/proc/" + std::to_string(maker.pid);
    const bool isOwn = file.st_uid == ::geteuid() || file.st_uid == 0 || ::geteuid() == 0
        || (::stat(directory.c_str(), &process) == 0 && file.st_uid == process.st_uid);
    // File times are coarse.
    const auto written =
        model::timestampFromNs(file.st_mtim.tv_sec * 1'000'000'000 + file.st_mtim.tv_nsec);
    return S_ISREG(file.st_mode) && isOwn && written + std::chrono::seconds(1) >= maker.started;
}

FileDescriptor openTrusted(const std::string &path, const model::CodeMaker &maker)
{
    FileDescriptor file(
        ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY));
    struct stat status { };
    if (!file.isOpen() || ::fstat(file.number(), &status) != 0 || !isTrusted(status, maker))
        return {};
    return file;
}

// The path of the jitdump among the process's mappings: compilers map the file so that tracers find
// it.
std::string mappedDump(std::uint32_t pid, const std::string &name)
{
    std::ifstream maps("/proc/" + std::to_string(pid) + "/maps");
    for (std::string line; std::getline(maps, line);) {
        const auto path = line.find('/');
        if (path != line.npos && line.ends_with('/' + name))
            return line.substr(path);
    }
    return {};
}

} // namespace

std::string readAt(const FileDescriptor &file, std::uint64_t offset, std::size_t limit)
{
    std::string bytes(limit, '\0');
    const auto count =
        ::pread(file.number(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return bytes;
}

FileDescriptor openPerfMap(const model::CodeMaker &maker)
{
    auto file = openTrusted(rootOf(maker.pid) + "/tmp/perf-" + ownPid(maker.pid) + ".map", maker);
    if (file.isOpen())
        return file;
    return openTrusted("/tmp/perf-" + std::to_string(maker.pid) + ".map", maker);
}

FileDescriptor openJitDump(const model::CodeMaker &maker)
{
    const auto mapped = mappedDump(maker.pid, "jit-" + ownPid(maker.pid) + ".dump");
    if (!mapped.empty())
        return openTrusted(rootOf(maker.pid) + mapped, maker);
    if (maker.workingDirectory.empty())
        return {};
    return openTrusted(
        std::string(maker.workingDirectory) + "/jit-" + std::to_string(maker.pid) + ".dump", maker);
}

} // namespace ember::capture
