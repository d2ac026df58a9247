// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/threads.h"

#include <QString>

namespace ember::app {

// "exited with 3", "ended by signal 6 (Aborted)".
QString endText(const model::ExitStatus &end);

} // namespace ember::app
