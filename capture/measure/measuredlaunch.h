// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/measure/measurereceiver.h"
#include "capture/recordoptions.h"
#include "model/core/result.h"

#include <memory>

namespace ember::capture {

// A launch whose target can report: only then has it a variable more than a bare run.
struct MeasuredLaunch {
    LaunchOptions launch;
    std::unique_ptr<MeasureReceiver> receiver; // null: nothing was asked for
};

// Errors: CaptureFailed.
model::Result<MeasuredLaunch> prepareMeasurements(const RecordOptions &options);

} // namespace ember::capture
