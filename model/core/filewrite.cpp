// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/filewrite.h"

#include <cerrno>
#include <poll.h>
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

} // namespace ember::model
