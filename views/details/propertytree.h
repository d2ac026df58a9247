// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importlog.h"
#include "views/details/propertyview.h"

namespace ember::views {

// Everything a profile says about itself, as groups of named values. Pure.
std::vector<PropertyNode> profileProperties(const model::Profile &profile,
                                            const std::vector<model::Finding> &findings);

} // namespace ember::views
