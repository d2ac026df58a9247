// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <QString>

namespace ember::app {

// A line for each binary of a capture whose code could not be named: why, and what helps.
QString namelessLines(const model::Profile &profile);

} // namespace ember::app
