// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/procreader.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <memory>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

Error systemError(const std::string &path, int number)
{
    const bool gone = number == ENOENT || number == ESRCH;
    const bool refused = number == EACCES || number == EPERM;
    return {gone ? ErrorCode::ProcessGone
                 : (refused ? ErrorCode::TraceNotPermitted : ErrorCode::CaptureFailed),
            path, std::strerror(number)};
}

std::string processPath(pid_t process, const char *file)
{
    return "/proc/" + std::to_string(process) + '/' + file;
}

std::string threadPath(pid_t process, pid_t thread, const char *file)
{
    return "/proc/" + std::to_string(process) + "/task/" + std::to_string(thread) + '/' + file;
}

template<typename Parse>
auto readParsed(const std::string &path, Parse parse) -> decltype(parse(std::string_view()))
{
    EMBER_ASSIGN_OR_RETURN(const auto text, readProcFile(path));
    return parse(text);
}

} // namespace

Result<std::string> readProcFile(const std::string &path)
{
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.isOpen())
        return systemError(path, errno);
    std::string text;
    std::array<char, 16384> chunk;
    for (;;) {
        const auto count = ::read(file.number(), chunk.data(), chunk.size());
        if (count == 0)
            return text;
        if (count > 0)
            text.append(chunk.data(), static_cast<std::size_t>(count));
        else if (errno != EINTR)
            return systemError(path, errno);
    }
}

Result<std::vector<Mapping>> readMaps(pid_t process)
{
    EMBER_ASSIGN_OR_RETURN(const auto text, readMapsText(process));
    return parseMaps(text);
}

Result<std::string> readMapsText(pid_t process)
{
    auto text = readProcFile(processPath(process, "maps"));
    if (!text || !text->empty())
        return text;
    const auto threads = listThreads(process);
    for (const pid_t thread : threads ? *threads : std::vector<pid_t>()) {
        auto others = readProcFile(threadPath(process, thread, "maps"));
        if (others && !others->empty())
            return others;
    }
    return text;
}

Result<TaskStat> readStat(pid_t process)
{
    return readParsed(processPath(process, "stat"), parseStat);
}

Result<TaskStat> readThreadStat(pid_t process, pid_t thread)
{
    return readParsed(threadPath(process, thread, "stat"), parseStat);
}

Result<TaskStatus> readStatus(pid_t process)
{
    return readParsed(processPath(process, "status"), parseStatus);
}

Result<TaskStatus> readThreadStatus(pid_t process, pid_t thread)
{
    return readParsed(threadPath(process, thread, "status"), parseStatus);
}

Result<std::uint64_t> readResidentPages(pid_t process)
{
    return readParsed(processPath(process, "statm"), parseResidentPages);
}

Result<std::vector<std::string>> readCommandLine(pid_t process)
{
    EMBER_ASSIGN_OR_RETURN(const auto text, readProcFile(processPath(process, "cmdline")));
    return parseCommandLine(text);
}

Result<std::string> readExecutable(pid_t process)
{
    constexpr std::string_view deletedSuffix = " (deleted)";
    const auto link = processPath(process, "exe");
    std::array<char, 4096 + deletedSuffix.size()> target; // PATH_MAX
    const auto size = ::readlink(link.c_str(), target.data(), target.size());
    if (size < 0)
        return systemError(link, errno);
    std::string_view path(target.data(), static_cast<std::size_t>(size));
    if (path.ends_with(deletedSuffix))
        path.remove_suffix(deletedSuffix.size());
    return std::string(path);
}

Result<std::vector<pid_t>> listThreads(pid_t process)
{
    const auto path = processPath(process, "task");
    const auto close = [](DIR *directory) { ::closedir(directory); };
    const std::unique_ptr<DIR, decltype(close)> directory(::opendir(path.c_str()), close);
    if (!directory)
        return systemError(path, errno);
    std::vector<pid_t> threads;
    while (const dirent *const entry = ::readdir(directory.get())) {
        pid_t thread = 0;
        if (Scanner(entry->d_name).number(thread))
            threads.push_back(thread);
    }
    return threads;
}

pid_t reachableThread(pid_t process)
{
    const auto hasEnded = [](const Result<TaskStat> &stat) { return !stat || stat->hasEnded(); };
    const auto first = readStat(process);
    if (!hasEnded(first) || (first && first->threads <= 1))
        return process;
    const auto threads = listThreads(process);
    for (const pid_t thread : threads ? *threads : std::vector<pid_t>()) {
        if (!hasEnded(readThreadStat(process, thread)))
            return thread;
    }
    return process;
}

std::vector<pid_t> listChildren(pid_t process)
{
    std::vector<pid_t> children;
    const auto threads = listThreads(process);
    for (const pid_t thread : threads ? *threads : std::vector<pid_t>()) {
        const auto text = readProcFile(threadPath(process, thread, "children"));
        if (!text)
            continue;
        Scanner scanner(*text);
        for (pid_t child = 0; scanner.number(child); scanner.skip(' '))
            children.push_back(child);
    }
    return children;
}

std::size_t readProcessMemory(pid_t process, std::uint64_t address, std::span<std::byte> bytes)
{
    const iovec local{bytes.data(), bytes.size()};
    // The address belongs to the other process; only the kernel uses it.
    const iovec remote{reinterpret_cast<void *>(address), bytes.size()}; // NOLINT
    const auto count = ::process_vm_readv(process, &local, 1, &remote, 1, 0);
    return count < 0 ? 0 : static_cast<std::size_t>(count);
}

std::size_t readProcessMemory(pid_t process, std::span<const MemoryPiece> pieces)
{
    constexpr std::size_t most = 1024; // UIO_MAXIOV
    const auto count = std::min(pieces.size(), most);
    // Kept to reuse their memory, as a thread may be stopped meanwhile.
    thread_local std::vector<iovec> local;
    thread_local std::vector<iovec> remote;
    local.resize(count);
    remote.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto &piece = pieces[i];
        local[i] = {piece.into.data(), piece.into.size()};
        remote[i] = {reinterpret_cast<void *>(piece.address), piece.into.size()}; // NOLINT
    }
    const auto bytes = ::process_vm_readv(process, local.data(), count, remote.data(), count, 0);
    auto left = bytes < 0 ? 0 : static_cast<std::size_t>(bytes);
    std::size_t whole = 0;
    for (; whole < count && pieces[whole].into.size() <= left; ++whole)
        left -= pieces[whole].into.size();
    // An empty piece behind the last read one counts as read, which does no harm.
    return bytes < 0 ? 0 : whole;
}

bool isMemoryHidden(pid_t process)
{
    // Probes whether reading is permitted, at an address that need not be mapped.
    std::byte byte{};
    const iovec local{&byte, sizeof byte};
    const iovec remote{nullptr, sizeof byte};
    return ::process_vm_readv(process, &local, 1, &remote, 1, 0) < 0 && errno == EPERM;
}

namespace {

bool isOneFile(const std::string &one, const std::string &other)
{
    struct stat first { };
    struct stat second { };
    return ::stat(one.c_str(), &first) == 0 && ::stat(other.c_str(), &second) == 0
        && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

// Whether a process has our root directory and our mounts: its paths are ours.
bool hasOurPaths(const std::string &directory)
{
    return isOneFile(directory + "/root", "/")
        && isOneFile(directory + "/ns/mnt", "/proc/self/ns/mnt");
}

} // namespace

FileDescriptor openInRoot(pid_t process, const std::string &path, int flags)
{
    const auto directory = "/proc/" + std::to_string(process);
    const FileDescriptor root(
        ::open((directory + "/root").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!root.isOpen())
        return {};
    open_how how{};
    how.flags = static_cast<unsigned>(flags | O_CLOEXEC);
    how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
    FileDescriptor file(
        static_cast<int>(::syscall(SYS_openat2, root.number(), path.c_str(), &how, sizeof(how))));
    if (!file.isOpen() && (errno == ENOSYS || errno == EPERM) && hasOurPaths(directory))
        return FileDescriptor(::open(path.c_str(), flags | O_CLOEXEC));
    return file;
}

} // namespace ember::capture
