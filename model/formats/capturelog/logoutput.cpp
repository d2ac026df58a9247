// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/logoutput.h"

#include "model/core/files.h"

#include <algorithm>
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
constexpr mode_t ownerOnly = 0600; // the log is private to the user who records it

// Locks the file: it may be the log of another recorder. Devices are not locked: many may write to
// /dev/null.
Result<void> lock(int fd, const std::string &path)
{
    struct stat status { };

    if (fstat(fd, &status) == 0 && !S_ISREG(status.st_mode))
        return {};
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return {};
    if (errno == EWOULDBLOCK)
        return Error{ErrorCode::FileInUse, path, "a capture is being recorded there"};
    return writeError(path, errno);
}

Result<void> truncate(int fd, const std::string &path)
{
    if (ftruncate(fd, 0) == 0 || errno == EINVAL) // EINVAL: a device or a fifo
        return {};
    return writeError(path, errno);
}

// The number of bytes of the buffer's whole records within its first `limit` bytes. The file
// header, `head` bytes at its start, counts too.
std::size_t wholeRecords(std::string_view buffer, std::size_t head, std::size_t limit)
{
    auto whole = head;
    while (whole < buffer.size()) {
        const auto scan = scanRecord(buffer.substr(whole), Checksums::Ignore);
        if (scan.state != ScanState::Record || whole + scan.record.bytes > limit)
            break;
        whole += scan.record.bytes;
    }
    return std::min(whole, limit);
}

} // namespace

Result<NewLog> NewLog::open(std::string path)
{
    if (path == "-") {
        const int output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
        if (output < 0)
            return writeError(path, errno);
        NewLog stream(std::move(path), output, Made::Before);
        stream.m_hasBegun = true; // existing content is not ours to drop
        return stream;
    }
    auto made = Made::Now;
    int fd = ::open(path.c_str(), readAndWrite | O_CREAT | O_EXCL, ownerOnly);
    if (fd < 0 && errno == EEXIST) {
        made = Made::Before;
        fd = ::open(path.c_str(), readAndWrite | O_CREAT, ownerOnly);
    }
    if (fd < 0)
        return writeError(path, errno);
    NewLog log(std::move(path), fd, made);
    EMBER_RETURN_IF_ERROR(lock(fd, log.m_path));
    if (write(fd, "", 0) < 0) // a device may refuse even that
        return writeError(log.m_path, errno);
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
        const auto start = m_written;
        if (const auto outcome = writeAll(m_fd, m_buffer, m_written); !outcome) {
            m_error = Error{outcome.error().code, "capture log", outcome.error().detail};
            cutBack(start);
        }
    }
    m_buffer.clear();
    return state();
}

void LogOutput::cutBack(std::uint64_t start)
{
    const auto written = static_cast<std::size_t>(m_written - start);
    const auto room = written > lastWordsBytes ? written - lastWordsBytes : 0;
    const auto end = start + wholeRecords(m_buffer, start == 0 ? fileHeaderBytes : 0, room);
    const auto place = static_cast<off_t>(end);
    // Bytes in a pipe cannot be taken back, and a file that had content before is not ours to cut.
    m_isCut = lseek(m_fd, 0, SEEK_CUR) == static_cast<off_t>(m_written)
        && ftruncate(m_fd, place) == 0 && lseek(m_fd, place, SEEK_SET) == place;
    if (m_isCut)
        m_written = end;
}

void LogOutput::lastWords(std::string_view records)
{
    if (!m_isCut || records.size() > lastWordsBytes || m_written < fileHeaderBytes)
        return;
    const auto start = static_cast<off_t>(m_written);
    // If the file has no room for the last words, it is cut back again.
    if (!writeAll(m_fd, records, m_written) && ftruncate(m_fd, start) == 0)
        m_written = static_cast<std::uint64_t>(start);
}

Result<void> LogOutput::state() const
{
    if (m_error)
        return *m_error;
    return {};
}

} // namespace ember::model::capturelog
