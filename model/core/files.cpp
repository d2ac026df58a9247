// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/files.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <mutex>
#include <poll.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace ember::model {

namespace {

void waitUntilWritable(int file)
{
    pollfd waited{file, POLLOUT, 0};
    poll(&waited, 1, -1);
}

ErrorCode writeErrorCode(int number)
{
    switch (number) {
    case ENOSPC:
    case EDQUOT: return ErrorCode::DiskFull;
    case EFBIG: return ErrorCode::FileSizeLimited;
    default: return ErrorCode::FileNotWritable;
    }
}

} // namespace

Error writeError(const std::string &subject, int number)
{
    return {writeErrorCode(number), subject, std::generic_category().message(number)};
}

Result<void> writeAll(int file, std::string_view bytes, std::uint64_t &written)
{
    while (!bytes.empty()) {
        const auto count = write(file, bytes.data(), bytes.size());
        if (count > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(count));
            written += static_cast<std::uint64_t>(count);
        } else if (count < 0 && errno == EAGAIN) {
            waitUntilWritable(file);
        } else if (count == 0 || errno != EINTR) {
            return writeError({}, count == 0 ? ENOSPC : errno);
        }
    }
    return {};
}

Result<void> writeAll(int file, std::string_view bytes)
{
    std::uint64_t written = 0;
    return writeAll(file, bytes, written);
}

bool isSameFile(const std::string &one, const std::string &other)
{
    struct stat first { };
    struct stat second { };

    return ::stat(one.c_str(), &first) == 0 && ::stat(other.c_str(), &second) == 0
        && S_ISREG(first.st_mode) && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

namespace {

// A path that a signal handler can read: its memory is never allocated.
struct TemporaryName {
    std::atomic<bool> isThere{false};
    std::array<char, PATH_MAX> path{};
};

constexpr std::size_t mostNames = 64;

std::array<TemporaryName, mostNames> s_names;
std::mutex s_namesMutex;

extern "C" void removeAndEnd(int signal)
{
    for (const auto &name : s_names) {
        if (name.isThere)
            ::unlink(name.path.data());
    }
    ::raise(signal); // ends the program as by default, once this returns
}

} // namespace

void rememberTemporary(const std::string &path)
{
    const std::scoped_lock lock(s_namesMutex);
    for (auto &name : s_names) {
        if (name.isThere || path.size() >= name.path.size())
            continue;
        std::memcpy(name.path.data(), path.c_str(), path.size() + 1);
        name.isThere = true;
        return;
    }
}

void forgetTemporary(const std::string &path)
{
    const std::scoped_lock lock(s_namesMutex);
    for (auto &name : s_names) {
        if (name.isThere && path == name.path.data())
            name.isThere = false;
    }
}

void removeTemporariesOnSignals()
{
    struct sigaction removing { };

    removing.sa_handler = &removeAndEnd;
    removing.sa_flags = static_cast<int>(SA_RESETHAND);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before { };

        if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(signal, &removing, nullptr);
    }
}

} // namespace ember::model
