// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordersignals.h"
#include "capture/control/recordobserver.h"
#include "capture/control/recordoptions.h"
#include "capture/control/statuschannel.h"
#include "capture/pipeline/recordsink.h"
#include "capture/sampling/captureclock.h"
#include "model/core/result.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace ember::capture {

struct RecordOutcome {
    CaptureEnd end = CaptureEnd::Stopped;
    Pid pid{}; // the target's
    std::optional<model::ExitStatus> exit; // exit status, if the target ended
    // The error that ended the capture, if any. Without `exit` the target still runs, unless --kill
    // was given.
    std::optional<model::Error> failure;

    bool endedEarly() const { return failure || end == CaptureEnd::SizeReached; }
};

using OpenSink = std::function<model::Result<std::unique_ptr<RecordSink>>()>;

// Launches the command, or attaches to the process, and captures it until it ends, the user ends
// the capture, or a limit of time or size is reached. `openSink` is called once, after all checks
// have passed, so that a misspelt command does not replace an older log of the same name. Blocks;
// construct `signals` before any thread is started. Errors: nothing was captured, see
// resolveCommand(), checkAttachable(), TargetFiles and RecordSession; those of `openSink`.
model::Result<RecordOutcome> record(const RecordOptions &options, const RecorderSignals &signals,
                                    const ClockAnchor &anchor, const OpenSink &openSink,
                                    RecordObserver &observer);

} // namespace ember::capture
