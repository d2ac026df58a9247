// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/measure/measuredlaunch.h"

namespace ember::capture {

using model::Result;

Result<MeasuredLaunch> prepareMeasurements(const RecordOptions &options)
{
    MeasuredLaunch prepared{options.launch, nullptr};
    if (options.measurements == Measurements::Off)
        return prepared;
    EMBER_ASSIGN_OR_RETURN(prepared.receiver, MeasureReceiver::open());
    prepared.launch.environment.push_back({"EMBERCHART_SOCKET", prepared.receiver->name()});
    return prepared;
}

} // namespace ember::capture
