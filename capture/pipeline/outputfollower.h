// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/launch/targetfiles.h"
#include "capture/pipeline/recordsink.h"
#include "capture/sampling/clockanchor.h"
#include "model/core/result.h"

#include <cstdint>

namespace ember::capture {

// Reads what the target has written to its output files since the last look, and hands it to the
// sink with the time of the look.
class OutputFollower {
public:
    OutputFollower(const TargetFiles &files, const ClockAnchor &anchor);

    // At most a megabyte of each stream, so that ticks are not kept waiting. Errors are the sink's.
    model::Result<void> look(RecordSink &sink);
    // All that is left.
    model::Result<void> finish(RecordSink &sink);

private:
    struct Followed {
        int fd; // not owned; -1: inherited by the target
        model::OutputStream stream;
        std::uint64_t offset = 0;
    };

    model::Result<std::uint64_t> read(Followed &file, RecordSink &sink) const;

    const ClockAnchor m_anchor;
    Followed m_output;
    Followed m_errors;
};

} // namespace ember::capture
