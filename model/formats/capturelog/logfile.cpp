// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/logfile.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

namespace ember::model::capturelog {

namespace {

Error openError(const std::string &path, int number)
{
    const bool full = number == ENOSPC || number == EDQUOT;
    return {full ? ErrorCode::DiskFull : ErrorCode::FileNotWritable, path,
            std::generic_category().message(number)};
}

} // namespace

Result<int> createLogFile(const std::string &path)
{
    const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0644);
    if (fd < 0)
        return openError(path, errno);
    // Truncated only under the lock: it may be another recorder's log.
    const int failure = flock(fd, LOCK_EX | LOCK_NB) != 0 ? errno
        : ftruncate(fd, 0) != 0 && errno != EINVAL        ? errno // EINVAL: a device or a fifo
                                                          : 0;
    if (failure == 0)
        return fd;
    close(fd);
    if (failure == EWOULDBLOCK)
        return Error{ErrorCode::FileNotWritable, path, "in use: a capture is being recorded there"};
    return openError(path, failure);
}

} // namespace ember::model::capturelog
