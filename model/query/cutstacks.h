// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ember::model {

// The outermost frame of a stack, if it has callers that the recorder did not find.
std::optional<FrameIndex> cutFrame(const Profile &profile, StackIndex stack);

// Samples whose stacks were found no further than to a module.
struct CutModule {
    std::string module; // as moduleName(); "": of code in no file
    std::uint64_t samples = 0;
};

// Most samples first, then by name.
std::vector<CutModule> cutModules(const Profile &profile);

} // namespace ember::model
