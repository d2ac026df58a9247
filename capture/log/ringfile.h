// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordoptions.h"
#include "model/core/result.h"
#include "model/formats/capturelog/records.h"

#include <deque>
#include <string>

namespace ember::capture {

// A log file that keeps only its newest segments. Older segments become a hole in the file: the
// disk gets their blocks back, all offsets stay the same, and processes that have the file open can
// read on.
class RingFile {
public:
    // `fd` is the log's file, not owned. Error: FileNotWritable (the file system has no holes).
    static model::Result<RingFile> open(int fd, const std::string &path, const RingLimit &limit);

    // Limits for the log's segments. They are short, since a ring can only drop whole segments.
    model::capturelog::SegmentLimits segmentLimits() const;

    // Call after each flush, with the currently open segment. Drops the segments beyond the limit,
    // but none from `needed` on.
    void follow(const model::capturelog::SegmentPlace &open, model::Timestamp now,
                std::uint64_t needed);

    // The segment that contains `time`, or the oldest one there is.
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

} // namespace ember::capture
