// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/frameresolver.h"
#include "model/profile/profile.h"
#include "model/profile/profilebuilder.h"

#include <span>
#include <vector>

namespace ember::model {

// Enters what symbols know of one address as frames of `builder`, innermost first, one per inlined
// function. `unnamed` is the frame that had only the address: its image, pc, in-app mark and
// platform are kept; `package` is the image's path. As SENTRY.md §6.1 asks, a frame's address is
// its function's start; also that of a function without a name, which is one box then.
std::vector<FrameIndex> addResolvedFrames(ProfileBuilder &builder,
                                          std::span<const ResolvedFrame> resolved,
                                          const Frame &unnamed, StringIndex package);

// The key of an image in a resolver. Views into `profile`'s strings.
ImageKey imageKey(const Profile &profile, ImageIndex image);

// The profile with names for those of its frames that have only an address, or only the name that
// frameName() makes of it, inlined functions expanded; everything else as it was, under the same
// thread, process, image and source indices. Stack, frame and function indices differ. Images get
// the resolver's symbol state.
ProfilePointer reframed(const Profile &profile, FrameResolver &resolver);

} // namespace ember::model
