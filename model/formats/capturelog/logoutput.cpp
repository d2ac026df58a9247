// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/logoutput.h"

#include "model/core/files.h"

#include <algorithm>
#include <unistd.h>

namespace ember::model::capturelog {

namespace {

// The bytes of the buffer's whole records that lie within its first `limit` bytes.
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
    // Of a pipe nothing can be taken back, and a file that began with something else is not ours.
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
    // Without room for them the log ends as it was cut.
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
