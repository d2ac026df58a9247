// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/files.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
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

// A path or a stem that a signal handler can read: its memory is never allocated.
struct TemporaryName {
    std::atomic<std::size_t> count{0}; // number of files; 0: this place is free
    bool isStem = false; // changed only while the place is free
    std::array<char, PATH_MAX> text{};
};

constexpr std::size_t mostNames = 64;
// End of a temporary file's name, behind the number.
constexpr std::string_view temporaryEnding = ".part";

std::array<TemporaryName, mostNames> s_names;
std::mutex s_namesMutex;

// Removes the files of a stem. Is called by a signal handler, so it allocates nothing.
void removeNumbered(const TemporaryName &stem)
{
    constexpr std::size_t numberRoom = 32; // bytes for a number and the ending
    std::array<char, PATH_MAX + numberRoom> path{};
    const std::size_t length = std::strlen(stem.text.data());
    std::memcpy(path.data(), stem.text.data(), length);
    for (std::size_t number = 0; number < stem.count; ++number) {
        char *const end =
            std::to_chars(path.data() + length, path.data() + path.size(), number).ptr;
        std::memcpy(end, temporaryEnding.data(), temporaryEnding.size());
        end[temporaryEnding.size()] = '\0';
        ::unlink(path.data());
    }
}

extern "C" void removeAndEnd(int signal)
{
    for (const auto &name : s_names) {
        if (name.count > 0 && name.isStem)
            removeNumbered(name);
        else if (name.count > 0)
            ::unlink(name.text.data());
    }
    ::raise(signal); // ends the program as by default, once this returns
}

// Keeps a name, if a place is free and long enough for it. The caller holds the mutex.
void rememberName(const std::string &text, bool isStem, std::size_t count)
{
    for (auto &name : s_names) {
        if (name.count > 0 || text.size() >= name.text.size())
            continue;
        std::memcpy(name.text.data(), text.c_str(), text.size() + 1);
        name.isStem = isStem;
        name.count = count;
        return;
    }
}

} // namespace

void rememberTemporary(const std::string &path)
{
    const std::scoped_lock lock(s_namesMutex);
    rememberName(path, false, 1);
}

void rememberTemporaries(const std::string &stem, std::size_t count)
{
    const std::scoped_lock lock(s_namesMutex);
    for (auto &name : s_names) {
        if (name.count > 0 && name.isStem && stem == name.text.data()) {
            name.count = count;
            return;
        }
    }
    rememberName(stem, true, count);
}

void forgetTemporary(const std::string &name)
{
    const std::scoped_lock lock(s_namesMutex);
    for (auto &known : s_names) {
        if (known.count > 0 && name == known.text.data())
            known.count = 0;
    }
}

std::string temporaryPath(const std::string &stem, std::size_t number)
{
    return (stem + std::to_string(number)).append(temporaryEnding);
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
