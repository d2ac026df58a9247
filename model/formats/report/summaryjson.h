// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/importer.h"

#include <span>
#include <string>

namespace ember::model::report {

// `emberchart-cli summary --json` (DESIGN.md §6): an array with one entry per profile.
std::string summaryJson(std::span<const ImportedProfile> profiles);

// The same for people: threads by activity, the 20 functions with most self time, the capture's
// figures.
std::string summaryText(std::span<const ImportedProfile> profiles);

} // namespace ember::model::report
