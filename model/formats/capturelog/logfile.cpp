// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/logfile.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ember::model::capturelog {

namespace {

constexpr int readAndWrite = O_RDWR | O_CLOEXEC | O_NOCTTY;
constexpr mode_t ownerOnly = 0600; // what a program did is its user's

Error openError(const std::string &path, int number)
{
    const bool full = number == ENOSPC || number == EDQUOT;
    return {full ? ErrorCode::DiskFull : ErrorCode::FileNotWritable, path,
            std::generic_category().message(number)};
}

// It may be another recorder's log. A device is nobody's: many may write to /dev/null.
Result<void> lock(int fd, const std::string &path)
{
    struct stat status { };

    if (fstat(fd, &status) == 0 && !S_ISREG(status.st_mode))
        return {};
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return {};
    if (errno == EWOULDBLOCK)
        return Error{ErrorCode::FileInUse, path, "a capture is being recorded there"};
    return openError(path, errno);
}

Result<void> truncate(int fd, const std::string &path)
{
    if (ftruncate(fd, 0) == 0 || errno == EINVAL) // a device or a fifo
        return {};
    return openError(path, errno);
}

} // namespace

Result<NewLog> NewLog::open(std::string path)
{
    if (path == "-") {
        NewLog stream(std::move(path), fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0), Made::Before);
        stream.m_hasBegun = true; // what it has is not ours to drop
        return stream;
    }
    auto made = Made::Now;
    int fd = ::open(path.c_str(), readAndWrite | O_CREAT | O_EXCL, ownerOnly);
    if (fd < 0 && errno == EEXIST) {
        made = Made::Before;
        fd = ::open(path.c_str(), readAndWrite | O_CREAT, ownerOnly);
    }
    if (fd < 0)
        return openError(path, errno);
    NewLog log(std::move(path), fd, made);
    EMBER_RETURN_IF_ERROR(lock(fd, log.m_path));
    if (write(fd, "", 0) < 0) // a device may refuse even that
        return openError(log.m_path, errno);
    return log;
}

NewLog::NewLog(NewLog &&other) noexcept
    : m_path(std::move(other.m_path)),
      m_fd(std::exchange(other.m_fd, -1)),
      m_made(other.m_made),
      m_hasBegun(other.m_hasBegun)
{
}

NewLog::~NewLog()
{
    if (m_fd < 0)
        return;
    if (m_made == Made::Now && !m_hasBegun)
        unlink(m_path.c_str());
    close(m_fd);
}

Result<void> NewLog::begin()
{
    if (std::exchange(m_hasBegun, true))
        return {};
    return truncate(m_fd, m_path);
}

Result<int> createLogFile(const std::string &path)
{
    EMBER_ASSIGN_OR_RETURN(auto log, NewLog::open(path));
    EMBER_RETURN_IF_ERROR(log.begin());
    return log.release();
}

} // namespace ember::model::capturelog
