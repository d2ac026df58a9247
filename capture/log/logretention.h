// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordobserver.h"
#include "capture/control/recordoptions.h"
#include "capture/log/ringfile.h"
#include "capture/pipeline/recordsink.h"
#include "model/formats/capturelog/logwriter.h"

#include <optional>
#include <string>

namespace ember::capture {

enum class AskedBy : std::uint8_t { Person, Trigger };

// Enforces the limits of a log while it is written: its greatest size, the disk reserve and the
// ring. Also copies the newest part of a ring into a log of its own on request. Used by the writing
// thread only.
class LogRetention {
public:
    // Prepares the limits for the log's file `fd`, which is not owned. Errors: DiskFull,
    // FileSizeLimited, FileNotWritable.
    static model::Result<LogRetention> open(const RecordOptions &options, int fd,
                                            LogObserver &observer);

    model::capturelog::SegmentLimits segmentLimits() const;

    // Call after each flush of the log. Errors: DiskFull, FileSizeLimited (there is still room to
    // finish the log); those of checkKept().
    model::Result<SinkRoom> afterFlush(const model::capturelog::Writer &log, model::Timestamp now);

    // Starts a snapshot: copies the last `options.keepLast` of the ring, piece by piece in the
    // following calls of afterFlush(). A snapshot that is still being copied is finished first.
    // Does nothing without a ring. The log must be flushed. A trigger gets none within a time of
    // that length after the start of the last one. Errors go to the observer.
    void keep(const model::capturelog::Writer &log, model::Timestamp now, const std::string &cause,
              AskedBy asker);

    // Checks that the log's file is intact; standard output always is. Errors: FileNotFound (it was
    // deleted), Truncated (another process cut or emptied it).
    model::Result<void> checkKept(const model::capturelog::Writer &log) const;

    // Call when the log is complete. Finishes a running snapshot and closes the hole in a ring's
    // file. Errors: those of checkKept().
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
    bool m_isNamed; // false: standard output, whatever it is connected to
    std::optional<std::uint64_t> m_maxSize;
    model::Nanoseconds m_keepLast;
    std::optional<RingFile> m_ring;
    std::optional<Keeping> m_keeping;
    std::optional<model::Timestamp> m_lastKept;
};

} // namespace ember::capture
