// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <QString>

#include <unordered_map>
#include <vector>

namespace ember::views {

// What threads were called before they had the name they are shown by, each name once, the oldest
// first. Threads that had no other name are not in it.
using FormerNames = std::unordered_map<model::ThreadIndex, std::vector<model::StringIndex>>;

FormerNames formerNames(const model::Profile &profile);

// "bash, sh"; empty if there are none. Of very many the last ones.
QString formerNamesText(const model::Profile &profile, const FormerNames &names,
                        model::ThreadIndex thread);

} // namespace ember::views
