// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordobserver.h"
#include "capture/control/recordoptions.h"
#include "capture/launch/commandresolver.h"
#include "capture/measure/measurereceiver.h"
#include "model/core/result.h"

#include <memory>

namespace ember::capture {

// Lets the target report, where that was asked for: only then has it a variable or two more than
// in a bare run. Null: nothing was asked for. What stands in the way of frame times is told, and
// the capture goes on without them. Errors: CaptureFailed.
model::Result<std::unique_ptr<MeasureReceiver>>
prepareMeasurements(Measurements wanted, ResolvedCommand &command, RecordObserver &observer);

} // namespace ember::capture
