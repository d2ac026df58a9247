// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordoptions.h"
#include "model/core/result.h"
#include "model/formats/capturelog/capturestart.h"
#include "model/formats/capturelog/segmentplace.h"

#include <deque>
#include <string>

namespace ember::capture {

// A log of which only the newest segments stay. What is before them becomes a hole in the file: its
// bytes are given back to the disk, all others stay where they are, and whoever has the file open
// reads on.
class RingFile {
public:
    // `fd` is the log's, not owned. Errors: FileNotWritable, its file system knows no holes.
    static model::Result<RingFile> open(int fd, const std::string &path, const RingLimit &limit);

    // Short segments: what is kept is whole ones.
    model::capturelog::SegmentLimits segmentLimits() const;

    // To be called after each flush, with the segment that is open. Drops what the limit no longer
    // covers, but nothing from `needed` on.
    void follow(const model::capturelog::SegmentPlace &open, model::Timestamp now,
                std::uint64_t needed);

    // The segment in which `time` lies, or the oldest there is.
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
    std::uint64_t m_dropped = 0; // everything before this place
};

} // namespace ember::capture
