// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importer.h"
#include "model/query/comparison.h"

#include <string>
#include <string_view>

namespace ember::model::report {

// What normalised amounts are of: "ns/s", "bytes/s", "samples", "share".
std::string comparedUnit(const Comparison &comparison);

// "second", "share" or "amount".
std::string_view normalisationName(Normalisation by);

// `emberchart-cli compare --json` (README): an object with both profiles and all functions, largest
// difference first. Amounts are normalised, in comparedUnit().
std::string comparisonJson(const ImportedProfile &before, const ImportedProfile &after,
                           const Comparison &comparison);

} // namespace ember::model::report
