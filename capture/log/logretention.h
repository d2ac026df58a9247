// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordoptions.h"
#include "capture/log/logobserver.h"
#include "capture/log/ringfile.h"
#include "capture/log/triggersnapshot.h"
#include "capture/pipeline/recordsink.h"
#include "model/formats/capturelog/writer.h"

#include <optional>
#include <string>

namespace ember::capture {

enum class AskedBy : std::uint8_t { Person, Trigger };

// Keeps a log within its bounds: its greatest size, the disk's reserve, the ring. And copies the
// newest part of a ring into a log beside it when somebody asks. One thread, the one that writes.
class LogRetention {
public:
    // `fd` is where the log is written, not owned. Errors: DiskFull, FileSizeLimited,
    // FileNotWritable.
    static model::Result<LogRetention> open(const RecordOptions &options, int fd,
                                            LogObserver &observer);

    model::capturelog::SegmentLimits segmentLimits() const;

    // After each flush of the log. Errors: DiskFull, FileSizeLimited: it still has the room to be
    // finished; those of checkKept().
    model::Result<SinkRoom> afterFlush(const model::capturelog::Writer &log, model::Timestamp now);

    // Copies what a ring holds of the last while (options.keepLast), in the calls of afterFlush()
    // that follow. All of the log is flushed. What a trigger asks for is done once in that while.
    void keep(const model::capturelog::Writer &log, model::Timestamp now, const std::string &cause,
              AskedBy asker);

    // Errors: FileNotFound, it was deleted; Truncated, somebody cut it, or emptied it some writes
    // ago.
    model::Result<void> checkKept(const model::capturelog::Writer &log) const;

    // The log is finished: what is being copied is completed, and a ring's file loses its hole.
    // Errors: those of checkKept().
    model::Result<void> finish(const model::capturelog::Writer &log);

private:
    struct Keeping {
        TriggerSnapshot log;
        model::capturelog::EndRecord end;
        model::Timestamp base;
    };

    LogRetention(const RecordOptions &options, int fd, LogObserver &observer);

    std::string nextKeptPath() const;
    model::Result<void> beginKeeping(const model::capturelog::Writer &log, model::Timestamp now,
                                     const std::string &cause);
    void copyMore(std::uint64_t bytes);
    void endKeeping();
    model::Result<void> closeRing(std::uint64_t end);
    void closeDroppedRing(std::uint64_t end);

    int m_fd;
    LogObserver *m_observer;
    std::string m_path;
    bool m_isNamed; // else standard output, whatever that is
    std::optional<std::uint64_t> m_maxSize;
    model::Nanoseconds m_keepLast;
    std::optional<RingFile> m_ring;
    std::optional<Keeping> m_keeping;
    std::optional<model::Timestamp> m_lastKept;
};

} // namespace ember::capture
