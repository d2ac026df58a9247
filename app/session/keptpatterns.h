// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importlog.h"
#include "model/formats/import/keptview.h"
#include "model/profile/profile.h"

namespace ember::app {

// Removes the filters from a stored view whose regular expressions would take too long, on a single
// name of the profile or on all names together. Adds a finding. Any thread; takes a second or two
// at most.
void dropSlowPatterns(model::KeptView &view, const model::Profile &profile, model::ImportLog &log);

} // namespace ember::app
