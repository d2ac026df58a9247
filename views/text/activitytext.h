// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/activity.h"

#include <QString>

namespace ember::views {

// Returns "waits for a CPU"; empty for Activity::None.
QString activityText(model::Activity activity);

// Returns how a thread spent its time: "running 41 %, waiting 59 %". Waits are one part, unless
// `all` are told. Empty if there is no time.
enum class Waits : std::uint8_t { Together, Apart };
QString activityText(const model::ActivityTimes &times, Waits waits);

} // namespace ember::views
