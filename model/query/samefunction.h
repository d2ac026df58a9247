// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ember::model {

// What functions of different profiles are matched by, as one text: name, module and the base name
// of the file, wherever that was built.
std::string sharedIdentity(const Profile &profile, FrameIndex frame);

// By frame: 1 for those of the function with this sharedIdentity(). Linear in the frames; only
// those of its name are looked at closely.
std::vector<std::uint8_t> framesOf(const Profile &profile, const std::string &identity);

} // namespace ember::model
