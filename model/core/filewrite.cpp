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

} // namespace

Error writeError(const std::string &subject, int number)
{
    const bool isFull = number == ENOSPC || number == EDQUOT || number == EFBIG;
    return {isFull ? ErrorCode::DiskFull : ErrorCode::FileNotWritable, subject,
            std::generic_category().message(number)};
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
