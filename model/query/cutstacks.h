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

// The number of samples whose stacks are cut in a module.
struct CutModule {
    std::string module; // moduleName(); "": code in no file
    std::uint64_t samples = 0;
};

// The modules in which stacks are cut, most samples first, then by name.
std::vector<CutModule> cutModules(const Profile &profile);

} // namespace ember::model
