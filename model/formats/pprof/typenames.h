// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/pprof/message.h"

#include <string>
#include <vector>

namespace ember::model::pprof {

// Of the sample types, in their order: a type and unit that came before is numbered, "samples#2".
// Values are told apart by both, in every other format.
std::vector<std::string> distinctTypeNames(const Message &message);

} // namespace ember::model::pprof
