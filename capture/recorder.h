// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/clockanchor.h"
#include "capture/preload/frameshim.h"
#include "capture/recordersignals.h"
#include "capture/recordoptions.h"
#include "capture/recordsink.h"
#include "capture/statuschannel.h"
#include "model/core/result.h"

#include <optional>
#include <string>

namespace ember::capture {

struct RecordOutcome {
    CaptureEnd end = CaptureEnd::Stopped;
    std::optional<model::ExitStatus> exit; // of a target that ended
    std::optional<model::Error> failure; // why the capture ended early; the target runs on
};

// What the user should know although the capture goes on.
class RecordObserver {
public:
    virtual ~RecordObserver() = default;
    virtual void leakSanitizerFound(const std::string &program) = 0;
    virtual void frameTimesRefused(const std::string &program, ShimRefusal reason) = 0;
};

// Runs the command, or takes the process, and captures it into `sink` until it ends or somebody
// says so. Blocks; `signals` was made before any thread was started. Errors: nothing was captured,
// see CommandResolver, RecordSession and TargetFiles.
model::Result<RecordOutcome> record(const RecordOptions &options, const RecorderSignals &signals,
                                    const ClockAnchor &anchor, RecordSink &sink,
                                    RecordObserver &observer);

} // namespace ember::capture
