// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordersignals.h"
#include "capture/control/recordobserver.h"
#include "capture/control/recordoptions.h"
#include "capture/control/statuschannel.h"
#include "capture/pipeline/recordsink.h"
#include "capture/sampling/clockanchor.h"
#include "model/core/result.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace ember::capture {

struct RecordOutcome {
    CaptureEnd end = CaptureEnd::Stopped;
    Pid pid{}; // of the target
    std::optional<model::ExitStatus> exit; // of a target that ended
    std::optional<model::Error> failure; // why it ended early; a target without exit runs on

    bool endedEarly() const { return failure || end == CaptureEnd::SizeReached; }
};

using OpenSink = std::function<model::Result<std::unique_ptr<RecordSink>>()>;

// Runs the command, or takes the process, and captures it until it ends or somebody says so, into
// the sink that `openSink` gives: asked once, when all that can be seen beforehand speaks for a
// capture, so that an older log of its name is not lost to a misspelt command. Blocks; `signals`
// was made before any thread was started. Errors: nothing was captured, see CommandResolver,
// checkAttachable, TargetFiles and RecordSession; those of `openSink`.
model::Result<RecordOutcome> record(const RecordOptions &options, const RecorderSignals &signals,
                                    const ClockAnchor &anchor, const OpenSink &openSink,
                                    RecordObserver &observer);

} // namespace ember::capture
