// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordobserver.h"
#include "capture/control/recordoptions.h"
#include "capture/launch/commandresolver.h"
#include "capture/lifecycle/profilerswitch.h"
#include "capture/measure/measurereceiver.h"
#include "model/core/result.h"

#include <memory>

namespace ember::capture {

// Prepares the target to report measurements: opens the receiver and adds one or two environment
// variables to the command. Null if no measurements are wanted; the environment is then unchanged.
// `profiler`: the lifecycle that is in force; null: none is.
// If frame times are impossible, the observer is told and the capture continues without them.
// Errors: CaptureFailed.
model::Result<std::unique_ptr<MeasureReceiver>> prepareMeasurements(Measurements wanted,
                                                                    const ProfilerSwitch *profiler,
                                                                    ResolvedCommand &command,
                                                                    RecordObserver &observer);

} // namespace ember::capture
