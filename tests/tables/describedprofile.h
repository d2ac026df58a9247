// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <string>

namespace ember::tests {

// Everything a profile says, a fact per line, without the numbers of its rows: equal texts, equal
// profiles. Stacks are numbered in the order in which samples use them; functions and frames that
// none has are left out.
std::string described(const model::Profile &profile);

// The first line that differs, of both; "" if none does.
std::string firstDifference(const model::Profile &left, const model::Profile &right);

} // namespace ember::tests
