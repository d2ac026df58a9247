// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importer.h"

#include <span>
#include <string>
#include <string_view>

namespace ember::model::report {

// `emberchart-cli summary --json` (DESIGN.md §6): an array with one entry per profile. Functions
// are weighed by the values that findValueType() finds for `weight`, else as weightType() says.
std::string summaryJson(std::span<const ImportedProfile> profiles, std::string_view weight = {});

} // namespace ember::model::report
