// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstdint>
#include <string>

namespace ember::model {

// What to call code that nothing names: "module+0x1234" (offset in the image), "0x…" without one.
// Of a function the address is its first byte where that is known, so that it has one name.
std::string addressName(const Profile &profile, ImageIndex image, std::uint64_t address);

} // namespace ember::model
