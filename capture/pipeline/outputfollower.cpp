// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/pipeline/outputfollower.h"

#include "capture/system/diskroom.h"

#include <array>
#include <sys/stat.h>
#include <unistd.h>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

constexpr std::size_t chunkSize = std::size_t(64) << 10U;
constexpr std::uint64_t lookLimit = std::uint64_t(1) << 20U;

// The offset at which to read on: the new end if the target has cut its own output, else `offset`.
std::uint64_t offsetWithin(int fd, std::uint64_t offset)
{
    struct stat status { };
    if (fstat(fd, &status) != 0)
        return offset;
    return std::min(offset, static_cast<std::uint64_t>(status.st_size));
}

} // namespace

OutputFollower::OutputFollower(const TargetFiles &files, const ClockAnchor &anchor)
    : m_files(files),
      m_anchor(anchor),
      m_output{files.output.number(), model::OutputStream::Standard},
      m_errors{files.errors.number(), model::OutputStream::Error}
{
}

Result<void> OutputFollower::look(RecordSink &sink)
{
    for (Followed *file : {&m_output, &m_errors}) {
        if (const auto count = read(*file, sink); !count)
            return count.error();
        if (file->fd >= 0 && m_files.spool)
            freeBefore(file->fd, file->offset);
    }
    return checkRoom();
}

// Checks that no output was dropped unread, and that the disk has room if the output files have
// names: such files are the user's to keep, and may grow.
Result<void> OutputFollower::checkRoom() const
{
    if (m_files.spool && m_files.spool->hasDropped())
        return Error{ErrorCode::DiskFull, m_files.outputFolder,
                     "the command prints more than there is room for until it is read; from here "
                     "on its output is lost"};
    return m_files.spool || !m_files.output.isOpen()
        ? Result<void>()
        : checkDiskRoom(m_files.output.number(), m_files.outputFolder, 0);
}

Result<void> OutputFollower::finish(RecordSink &sink)
{
    for (Followed *file : {&m_output, &m_errors}) {
        for (;;) {
            EMBER_ASSIGN_OR_RETURN(const auto count, read(*file, sink));
            if (count == 0)
                break;
            if (m_files.spool)
                freeBefore(file->fd, file->offset);
        }
    }
    return {};
}

Result<std::uint64_t> OutputFollower::read(Followed &file, RecordSink &sink) const
{
    if (file.fd < 0)
        return std::uint64_t(0);
    file.offset = offsetWithin(file.fd, file.offset);
    const auto time = m_anchor.toTimestamp(CaptureClock::now());
    std::array<char, chunkSize> chunk;
    std::uint64_t total = 0;
    while (total < lookLimit) {
        const auto count =
            pread(file.fd, chunk.data(), chunk.size(), static_cast<off_t>(file.offset));
        if (count <= 0)
            break;
        if (m_files.spool && m_files.spool->hasDropped()) // the file may consist of a hole only
            return checkRoom().error();
        const auto size = static_cast<std::size_t>(count);
        EMBER_RETURN_IF_ERROR(sink.on(TargetOutput{file.stream, time, {chunk.data(), size}}));
        file.offset += size;
        total += size;
    }
    return total;
}

} // namespace ember::capture
