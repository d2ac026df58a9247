// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <QString>

#include <optional>

namespace ember::app {

// The exit status of the launched command; empty while it runs, or if the recorder was attached.
std::optional<model::ExitStatus> endOfCommand(const model::Profile &profile);

// "exited with 3", "ended by signal 6 (Aborted)".
QString endText(const model::ExitStatus &end);

} // namespace ember::app
