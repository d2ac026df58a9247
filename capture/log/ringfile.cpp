// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/log/ringfile.h"

#include "model/core/files.h"
#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/recordcodec.h"
#include "model/profile/threads.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ember::capture {

using model::Result;
namespace log = model::capturelog;
using model::Error;
using model::ErrorCode;

namespace {

// Turns a range into a hole. Returns 0 or an errno. For a range beyond the end of the file it only
// tests whether the file system has holes.
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

constexpr mode_t ownersOnly = 0600;

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

// Makes one hole from the file header to `end`: so blocks that two segments share are freed as
// well.
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

Result<TriggerSnapshot> TriggerSnapshot::create(const std::string &path, const Source &source)
{
    // O_EXCL: the user did not choose this name, so an existing file or link must not be
    // overwritten.
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, ownersOnly);
    if (fd < 0)
        return model::writeError(path, errno);
    flock(fd, LOCK_EX | LOCK_NB); // marks the file as being written, like any log
    TriggerSnapshot kept(path, FileDescriptor(fd), source);
    EMBER_RETURN_IF_ERROR(kept.write(log::fileHeader()));
    return kept;
}

Result<void> TriggerSnapshot::write(std::string_view bytes) const
{
    const auto outcome = model::writeAll(m_file.number(), bytes);
    if (!outcome)
        return Error{outcome.error().code, m_path, outcome.error().detail};
    return {};
}

Result<void> TriggerSnapshot::copy(std::uint64_t bytes)
{
    std::array<char, std::size_t(64) << 10U> buffer;
    for (auto rest = std::min(bytes, m_source.end - m_source.start); rest > 0;) {
        const auto wanted = std::min<std::uint64_t>(rest, buffer.size());
        const auto count =
            pread(m_source.fd, buffer.data(), wanted, static_cast<off_t>(m_source.start));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return Error{ErrorCode::FileUnreadable, m_path,
                         "the capture log: " + std::generic_category().message(errno)};
        const auto size = static_cast<std::size_t>(count);
        EMBER_RETURN_IF_ERROR(write({buffer.data(), size}));
        m_source.start += size;
        rest -= size;
    }
    return {};
}

Result<void> TriggerSnapshot::end(const log::EndRecord &end, model::Timestamp base)
{
    return write(log::recordBytes(end, base));
}

void TriggerSnapshot::remove() const
{
    unlink(m_path.c_str());
}

std::optional<std::string> TriggerMonitor::check(const UnwoundTick &tick)
{
    if (!m_triggers.cpuAbove)
        return std::nullopt;
    if (!m_secondStart) { // the first tick's CPU time was used before the capture
        m_secondStart = tick.time;
        return std::nullopt;
    }
    for (const auto &sample : tick.samples)
        m_cpu += model::Nanoseconds(sample.detail.cpuNs);
    const auto elapsed = tick.time - *m_secondStart;
    if (elapsed < std::chrono::seconds(1))
        return std::nullopt;
    const auto percent =
        100 * static_cast<double>(m_cpu.count()) / static_cast<double>(elapsed.count());
    m_secondStart = tick.time;
    m_cpu = {};
    const bool wasAbove = std::exchange(m_isAbove, percent > *m_triggers.cpuAbove);
    if (!m_isAbove || wasAbove)
        return std::nullopt;
    return "CPU use of " + std::to_string(std::lround(percent)) + " %";
}

std::optional<std::string> TriggerMonitor::check(const MeasuredValue &value) const
{
    if (!m_triggers.onFrozenFrame || value.name != model::frozenFrameSeries)
        return std::nullopt;
    const auto milliseconds = std::lround(value.value / 1e6);
    return "frozen frame of " + std::to_string(milliseconds) + " ms";
}

} // namespace ember::capture
