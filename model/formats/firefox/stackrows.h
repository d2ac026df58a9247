// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/firefox/firefoxdocument.h"
#include "model/profile/profilebuilder.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ember::model::firefox {

// The stacks of a file's tables as stacks of a profile, by row.
using StackRows = std::vector<StackIndex>;

// `strings` are the code's own, or those all threads share.
//
// Stacks come after the ones they continue, rows exist. An error has neither code's file nor place:
// its detail says which row of which table is wrong. Lines and columns that are no numbers of these
// are counted.
Result<StackRows> enterStacks(const CodeTables &code, const std::vector<std::string> &strings,
                              ProfileBuilder &builder, std::uint64_t &oddPlaces);

} // namespace ember::model::firefox
