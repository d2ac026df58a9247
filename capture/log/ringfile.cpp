// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/log/ringfile.h"

#include "model/formats/capturelog/framing.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>

namespace ember::capture {

using model::Result;
namespace log = model::capturelog;

namespace {

// Turns a range into a hole. Returns 0 or an errno. Beyond the end of the file it only tests
// whether the file system can.
int makeHole(int fd, std::uint64_t start, std::uint64_t end)
{
    const auto length = static_cast<off_t>(end - start);
    while (
        fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(start), length)
        != 0) {
        if (errno != EINTR)
            return errno;
    }
    return 0;
}

model::Error unusable(const std::string &path, int failure)
{
    return {model::ErrorCode::FileNotWritable, path,
            "its file system cannot drop a file's beginning, as --ring needs: "
                + std::generic_category().message(failure)};
}

} // namespace

Result<RingFile> RingFile::open(int fd, const std::string &path, const RingLimit &limit)
{
    struct stat file { };

    if (fstat(fd, &file) != 0)
        return unusable(path, errno);
    const auto behind =
        static_cast<std::uint64_t>(file.st_size); // the file may still hold an older log
    if (const int failure = makeHole(fd, behind, behind + 1))
        return unusable(path, failure);
    return RingFile(fd, limit);
}

log::SegmentLimits RingFile::segmentLimits() const
{
    constexpr int segmentsInRing = 16;
    log::SegmentLimits limits;
    limits.duration = std::chrono::seconds(30);
    if (m_limit.duration > model::Nanoseconds(0))
        limits.duration = std::min(limits.duration, m_limit.duration / segmentsInRing);
    if (m_limit.bytes > 0)
        limits.bytes = std::min(limits.bytes, m_limit.bytes / segmentsInRing);
    return limits;
}

void RingFile::follow(const log::SegmentPlace &open, model::Timestamp now, std::uint64_t needed)
{
    if (m_segments.empty() || m_segments.back().sequence != open.sequence)
        m_segments.push_back(open);
    m_segments.back() = open;
    while (m_segments.size() > 1 && m_segments[1].offset <= needed && isOldestOverdue(now))
        m_segments.pop_front();
    if (oldest().offset > std::max<std::uint64_t>(m_dropped, log::fileHeaderBytes))
        drop(oldest().offset);
}

bool RingFile::isOldestOverdue(model::Timestamp now) const
{
    const auto &last = m_segments.back();
    return m_limit.bytes > 0 ? last.offset + last.bytes - oldest().offset > m_limit.bytes
                             : m_segments[1].start <= now - m_limit.duration;
}

// Always from the header on, so that blocks shared by two segments are freed as well.
void RingFile::drop(std::uint64_t end)
{
    if (makeHole(m_fd, log::fileHeaderBytes, end) == 0)
        m_dropped = end;
}

log::SegmentPlace RingFile::at(model::Timestamp time) const
{
    const auto later = std::ranges::upper_bound(m_segments, time, {}, &log::SegmentPlace::start);
    return later == m_segments.begin() ? oldest() : *(later - 1);
}

} // namespace ember::capture
