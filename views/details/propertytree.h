// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importlog.h"
#include "model/profile/profile.h"

#include <QString>

#include <vector>

namespace ember::views {

// A named value with what belongs to it.
struct PropertyNode {
    QString name;
    QString value;
    std::vector<PropertyNode> children;
};

// Everything a profile says about itself, as groups of named values. Pure.
std::vector<PropertyNode> profileProperties(const model::Profile &profile,
                                            const std::vector<model::Finding> &findings);

} // namespace ember::views
