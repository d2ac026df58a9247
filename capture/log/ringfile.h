// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordoptions.h"
#include "capture/pipeline/recordsink.h"
#include "capture/system/filedescriptor.h"
#include "model/core/result.h"
#include "model/formats/capturelog/records.h"

#include <deque>
#include <optional>
#include <string>

namespace ember::capture {

// A log file that keeps only its newest segments. Older segments become a hole in the file: the
// disk gets their blocks back, all offsets stay the same, and processes that have the file open can
// read on.
class RingFile {
public:
    // Makes a ring of the log's file `fd`, which is not owned. Error: FileNotWritable (the file
    // system has no holes).
    static model::Result<RingFile> open(int fd, const std::string &path, const RingLimit &limit);

    // Limits for the log's segments. They are short, since a ring can only drop whole segments.
    model::capturelog::SegmentLimits segmentLimits() const;

    // Call after each flush, with the currently open segment. Drops the oldest segments while the
    // ring is over its limit, but none that has bytes from the offset `needed` on.
    void follow(const model::capturelog::SegmentPlace &open, model::Timestamp now,
                std::uint64_t needed);

    // Returns the last segment that starts at or before `time`, or the oldest one there is.
    model::capturelog::SegmentPlace at(model::Timestamp time) const;

    const model::capturelog::SegmentPlace &oldest() const { return m_segments.front(); }

    bool hasDropped() const { return m_dropped > 0; }

private:
    RingFile(int fd, const RingLimit &limit) : m_fd(fd), m_limit(limit) { }

    bool isOldestOverdue(model::Timestamp now) const;
    void drop(std::uint64_t end);

    int m_fd;
    RingLimit m_limit;
    std::deque<model::capturelog::SegmentPlace> m_segments;
    std::uint64_t m_dropped = 0; // offset up to which the file is a hole
};

// Copies whole segments of a ring into a log of its own, piece by piece while the capture
// continues. The copy is a readable log at any time.
class TriggerSnapshot {
public:
    // Offsets of the segments to copy in the file `fd`, which is not owned.
    struct Source {
        int fd = -1;
        std::uint64_t start = 0;
        std::uint64_t end = 0;
    };

    // Creates the file. Errors: FileNotWritable, DiskFull, FileSizeLimited.
    static model::Result<TriggerSnapshot> create(const std::string &path, const Source &source);

    // Copies at most `bytes` bytes more. Errors: FileUnreadable, FileNotWritable, DiskFull,
    // FileSizeLimited.
    model::Result<void> copy(std::uint64_t bytes);
    // Copies all that is left.
    model::Result<void> copyAll() { return copy(m_source.end - m_source.start); }

    // Appends the End record after the last piece. `base` is the start time of the last segment
    // copied.
    model::Result<void> end(const model::capturelog::EndRecord &end, model::Timestamp base);
    void remove() const;

    bool isCopied() const { return m_source.start == m_source.end; }

    // Offset in the source up to which its bytes have been copied.
    std::uint64_t place() const { return m_source.start; }

    const std::string &path() const { return m_path; }

private:
    TriggerSnapshot(std::string path, FileDescriptor file, const Source &source)
        : m_path(std::move(path)),
          m_file(std::move(file)),
          m_source(source)
    {
    }

    model::Result<void> write(std::string_view bytes) const;

    std::string m_path;
    FileDescriptor m_file;
    Source m_source; // what is left to copy
};

// Evaluates the triggers of a ring: decides from ticks and measured values when a snapshot is to be
// written. Used by one thread.
class TriggerMonitor {
public:
    explicit TriggerMonitor(const KeepTriggers &triggers) : m_triggers(triggers) { }

    // The cause if a trigger fires, for messages. CPU use is evaluated once a second and fires when
    // it rises above the limit, not while it stays there.
    std::optional<std::string> check(const UnwoundTick &tick);
    std::optional<std::string> check(const MeasuredValue &value) const;

private:
    KeepTriggers m_triggers;
    std::optional<model::Timestamp> m_secondStart;
    model::Nanoseconds m_cpu{}; // CPU time of all threads since m_secondStart
    bool m_isAbove = false;
};

} // namespace ember::capture
