// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/importlog.h"
#include "model/formats/keptview.h"
#include "model/profile/profile.h"

namespace ember::app {

// Takes from a view that a file brought along the filters whose regular expressions take too long:
// for a single name of the profile, or all of them together for all names. A finding says so. Any
// thread; takes a second or two at most.
void dropSlowPatterns(model::KeptView &view, const model::Profile &profile, model::ImportLog &log);

} // namespace ember::app
