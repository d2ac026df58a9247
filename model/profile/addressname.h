// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstdint>
#include <string>

namespace ember::model {

// The name of code without a symbol: "module+0x1234" (offset in the image), or "0x…" without an
// image. Pass the first byte of the function where it is known, so that a function has one name.
std::string addressName(const Profile &profile, ImageIndex image, std::uint64_t address);

// The name of code in madeCodePackage without a name. Where such code lies changes with each run,
// and its addresses say nothing: all of it is one function.
inline constexpr std::string_view madeCodeName = "code made at run time";

} // namespace ember::model
