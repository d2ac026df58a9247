// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/log/logretention.h"

#include "capture/system/diskroom.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <system_error>
#include <unistd.h>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;
namespace log = model::capturelog;

namespace {

// Bytes of a snapshot copied between two flushes: few enough that the queue of samples does not run
// full meanwhile.
constexpr std::uint64_t copyBytes = std::uint64_t(2) << 20U;
constexpr auto everything = std::numeric_limits<std::uint64_t>::max();

// Bytes by which a log stays below its size limit: for the data of one flush and the end of the
// log.
std::uint64_t marginOf(std::uint64_t maxSize)
{
    return std::min(maxSize / 16, std::uint64_t(256) << 10U);
}

} // namespace

Result<LogRetention> LogRetention::open(const RecordOptions &options, int fd, LogObserver &observer)
{
    LogRetention retention(options, fd, observer);
    EMBER_RETURN_IF_ERROR(checkDiskRoom(fd, retention.m_path, 0));
    if (options.ring) {
        EMBER_ASSIGN_OR_RETURN(auto ring, RingFile::open(fd, retention.m_path, *options.ring));
        retention.m_ring = std::move(ring);
    }
    return retention;
}

LogRetention::LogRetention(const RecordOptions &options, int fd, LogObserver &observer)
    : m_fd(fd),
      m_observer(&observer),
      m_path(options.logPath),
      m_isNamed(options.logPath != "-"),
      m_maxSize(options.maxSize),
      m_keepLast(options.keepLast)
{
}

log::SegmentLimits LogRetention::segmentLimits() const
{
    return m_ring ? m_ring->segmentLimits() : log::SegmentLimits();
}

Result<SinkRoom> LogRetention::afterFlush(const log::Writer &log, model::Timestamp now)
{
    copyMore(copyBytes);
    if (m_ring)
        m_ring->follow(log.openSegment(), now, m_keeping ? m_keeping->log.place() : everything);
    EMBER_RETURN_IF_ERROR(checkKept(log));
    EMBER_RETURN_IF_ERROR(checkDiskRoom(m_fd, m_path, 0));
    const bool isFull = m_maxSize && log.bytesWritten() + marginOf(*m_maxSize) >= *m_maxSize;
    return isFull ? SinkRoom::UsedUp : SinkRoom::Left;
}

void LogRetention::keep(const log::Writer &log, model::Timestamp now, const std::string &cause,
                        AskedBy asker)
{
    const bool isKept = m_lastKept && now - *m_lastKept < m_keepLast;
    if (!m_ring || (asker == AskedBy::Trigger && isKept))
        return;
    m_lastKept = now;
    copyMore(everything);
    if (const auto begun = beginKeeping(log, now, cause); !begun)
        m_observer->notKept(begun.error());
}

Result<void> LogRetention::beginKeeping(const log::Writer &log, model::Timestamp now,
                                        const std::string &cause)
{
    const auto open = log.openSegment();
    m_ring->follow(open, now, everything);
    const TriggerSnapshot::Source source{m_fd, m_ring->at(now - m_keepLast).offset,
                                         open.offset + open.bytes};
    EMBER_RETURN_IF_ERROR(checkDiskRoom(m_fd, m_path, source.end - source.start));
    EMBER_ASSIGN_OR_RETURN(auto kept, TriggerSnapshot::create(nextKeptPath(), source));
    m_keeping.emplace(Keeping{std::move(kept), {log::EndReason::Kept, now, cause}, open.start});
    return {};
}

// The first free path of NAME-kept-1.ember, NAME-kept-2.ember, ….
std::string LogRetention::nextKeptPath() const
{
    constexpr std::string_view extension = ".ember";
    auto stem = m_path;
    if (stem.ends_with(extension))
        stem.resize(stem.size() - extension.size());
    std::error_code failure;
    for (int number = 1;; ++number) {
        auto path = stem + "-kept-" + std::to_string(number) + std::string(extension);
        if (!std::filesystem::exists(std::filesystem::symlink_status(path, failure)))
            return path;
    }
}

void LogRetention::copyMore(std::uint64_t bytes)
{
    if (!m_keeping)
        return;
    if (const auto copied = m_keeping->log.copy(bytes); !copied) {
        m_keeping->log.remove();
        m_keeping.reset();
        m_observer->notKept(copied.error());
    } else if (m_keeping->log.isCopied()) {
        endKeeping();
    }
}

void LogRetention::endKeeping()
{
    auto &[kept, end, base] = *m_keeping;
    if (const auto ended = kept.end(end, base))
        m_observer->kept(kept.path(), end.text);
    else
        m_observer->notKept(ended.error());
    m_keeping.reset();
}

Result<void> LogRetention::finish(const log::Writer &log)
{
    copyMore(everything);
    EMBER_RETURN_IF_ERROR(checkKept(log));
    if (m_isNamed && !isStillNamed(m_fd, m_path))
        m_observer->noticed({ErrorCode::FileNotFound, m_path,
                             "it was renamed while the capture was written into it"});
    else if (m_ring && m_ring->hasDropped())
        closeDroppedRing(log.bytesWritten());
    return {};
}

// Does nothing if the log is standard output: its file may have no name and be read all the same.
Result<void> LogRetention::checkKept(const log::Writer &log) const
{
    return m_isNamed ? checkStillThere(m_fd, m_path, log.bytesWritten()) : Result<void>();
}

void LogRetention::closeDroppedRing(std::uint64_t end)
{
    // If the file cannot be rewritten, the log is complete all the same; only the hole stays.
    if (const auto closed = closeRing(end); !closed)
        m_observer->notKept(closed.error());
}

// Rewrites the file without its hole: a copy of a file with a hole may take the space of everything
// that was dropped.
Result<void> LogRetention::closeRing(std::uint64_t end)
{
    const auto start = m_ring->oldest().offset;
    EMBER_RETURN_IF_ERROR(checkDiskRoom(m_fd, m_path, end - start));
    std::error_code failure;
    const auto path = std::filesystem::canonical(m_path, failure).string();
    if (failure)
        return Error{ErrorCode::FileNotWritable, m_path, failure.message()};
    const auto part = path + ".part";
    unlink(part.c_str()); // left by a recorder that was killed
    EMBER_ASSIGN_OR_RETURN(auto whole, TriggerSnapshot::create(part, {m_fd, start, end}));
    auto copied = whole.copyAll();
    if (copied && std::rename(whole.path().c_str(), path.c_str()) != 0)
        copied = Error{ErrorCode::FileNotWritable, path, std::generic_category().message(errno)};
    if (!copied)
        whole.remove();
    return copied;
}

} // namespace ember::capture
