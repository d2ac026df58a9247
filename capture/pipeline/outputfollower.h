// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/launch/targetfiles.h"
#include "capture/pipeline/recordsink.h"
#include "capture/sampling/captureclock.h"
#include "model/core/result.h"

#include <cstdint>

namespace ember::capture {

// Reads what the target has written to its output files since the last look, and passes it to the
// sink with the time of the look. Bytes in a file without a name are freed once they are read.
class OutputFollower {
public:
    // `files` must outlive the follower.
    OutputFollower(const TargetFiles &files, const ClockAnchor &anchor);

    // Reads at most a megabyte of each stream, so that ticks are not kept waiting. Errors: the
    // sink's; DiskFull if the disk has no room for what the target prints.
    model::Result<void> look(RecordSink &sink);
    // Reads all that is left. Errors as of look().
    model::Result<void> finish(RecordSink &sink);

private:
    struct Followed {
        int fd; // the output file, not owned; -1: the target inherited the recorder's stream
        model::OutputStream stream;
        std::uint64_t offset = 0;
    };

    model::Result<std::uint64_t> read(Followed &file, RecordSink &sink) const;

    model::Result<void> checkRoom() const;

    const TargetFiles &m_files;
    const ClockAnchor m_anchor;
    Followed m_output;
    Followed m_errors;
};

} // namespace ember::capture
