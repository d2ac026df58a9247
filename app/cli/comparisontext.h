// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importer.h"
#include "model/query/comparison.h"

#include <cstdint>
#include <string>

namespace ember::app {

enum class ComparedBy : std::uint8_t { Self, Total };

// The content of `compare --json` as text: the 20 functions with the largest difference; `~` marks
// differences within sampling noise. In the terminal's encoding.
std::string comparisonText(const model::ImportedProfile &before,
                           const model::ImportedProfile &after, const model::Comparison &comparison,
                           ComparedBy by);

} // namespace ember::app
