// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ember::tests {

// The values of a process's series, by "name|unit".
using Series = std::map<std::string, std::vector<double>>;
Series seriesOf(const model::Profile &profile, model::ProcessIndex process);

// How many reports were lost, of those events that have this text.
std::uint64_t lostReports(const model::Profile &profile, std::string_view text);

} // namespace ember::tests
