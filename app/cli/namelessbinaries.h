// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <QString>

namespace ember::app {

// One line for each binary of a capture without names: the reason, and what helps.
QString namelessLines(const model::Profile &profile);

} // namespace ember::app
