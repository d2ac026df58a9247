// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/measure/measuredtarget.h"

#include "capture/preload/frameshim.h"

#include <string_view>

namespace ember::capture {

using model::Result;

namespace {

// Whether the shim does no harm in this program. It is then preloaded even if it is of no use here,
// because it may work in the program's children.
bool isHarmless(std::optional<ShimRefusal> refusal)
{
    return refusal != ShimRefusal::ForeignLoader && refusal != ShimRefusal::Sanitizer;
}

// Sets a variable, whose name ends with "=", or removes it if the value is empty.
void setVariable(ResolvedCommand &command, std::string_view name, const std::string &value)
{
    std::erase_if(command.environment, [&](const auto &entry) { return entry.starts_with(name); });
    if (!value.empty())
        command.environment.push_back(std::string(name) + value);
}

Result<void> addFrameShim(ResolvedCommand &command, RecordObserver &observer)
{
    EMBER_ASSIGN_OR_RETURN(const auto shim, findFrameShim());
    const bool isRelative = !command.directory.empty() && !command.path.starts_with('/');
    const auto refusal =
        shimRefusal(isRelative ? command.directory + '/' + command.path : command.path);
    if (refusal)
        observer.frameTimesRefused(command.path, *refusal);
    if (isHarmless(refusal))
        addToPreload(command.environment, shim);
    return {};
}

} // namespace

Result<std::unique_ptr<MeasureReceiver>> prepareMeasurements(Measurements wanted,
                                                             const ProfilerSwitch *profiler,
                                                             ResolvedCommand &command,
                                                             RecordObserver &observer)
{
    if (wanted == Measurements::Off)
        return std::unique_ptr<MeasureReceiver>();
    EMBER_ASSIGN_OR_RETURN(auto receiver,
                           MeasureReceiver::open(profiler ? MeasureReceiver::Calls::Kept
                                                          : MeasureReceiver::Calls::Forgotten));
    setVariable(command, "EMBERCHART_SOCKET=", receiver->name());
    setVariable(command, "EMBERCHART_SESSION=", profiler ? profiler->sessionVariable() : "");
    if (wanted == Measurements::WithFrames)
        EMBER_RETURN_IF_ERROR(addFrameShim(command, observer));
    return receiver;
}

} // namespace ember::capture
