// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/logoutput.h"

#include <cerrno>
#include <cstring>
#include <poll.h>
#include <system_error>
#include <unistd.h>

namespace ember::model::capturelog {

namespace {

Error writeError(int number)
{
    const bool full = number == ENOSPC || number == EDQUOT || number == EFBIG;
    return {full ? ErrorCode::DiskFull : ErrorCode::FileNotWritable, "capture log",
            std::generic_category().message(number)};
}

void waitUntilWritable(int fd)
{
    pollfd waited{fd, POLLOUT, 0};
    poll(&waited, 1, -1);
}

} // namespace

Result<void> writeAll(int fd, std::string_view bytes, std::uint64_t &written)
{
    while (!bytes.empty()) {
        const auto count = write(fd, bytes.data(), bytes.size());
        if (count > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(count));
            written += static_cast<std::uint64_t>(count);
        } else if (count < 0 && errno == EAGAIN) {
            waitUntilWritable(fd);
        } else if (count == 0 || errno != EINTR) {
            return writeError(count == 0 ? ENOSPC : errno);
        }
    }
    return {};
}

void LogOutput::append(std::string_view bytes)
{
    if (m_error)
        return;
    m_buffer.append(bytes);
    flushIfFull();
}

void LogOutput::append(RecordType type, std::string_view payload)
{
    if (m_error)
        return;
    appendRecord(m_buffer, type, payload);
    flushIfFull();
}

void LogOutput::flushIfFull()
{
    if (m_buffer.size() >= flushBytes && !flush()) {
        // Kept in m_error: tick(), flush() and finish() report it.
    }
}

Result<void> LogOutput::flush()
{
    if (!m_error) {
        if (const auto outcome = writeAll(m_fd, m_buffer, m_written); !outcome)
            m_error = outcome.error();
    }
    m_buffer.clear();
    return state();
}

Result<void> LogOutput::state() const
{
    if (m_error)
        return *m_error;
    return {};
}

} // namespace ember::model::capturelog
