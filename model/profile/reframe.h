// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/frameresolver.h"
#include "model/profile/profile.h"
#include "model/profile/profilebuilder.h"

#include <span>
#include <string_view>
#include <vector>

namespace ember::model {

// Whether a function with this name and source file is Go code: its file is one of Go's, or of
// Go's assembler ("runtime.memmove" in "….s").
bool isGoFunction(std::string_view name, std::string_view file);

// The package of a Go function, as Sentry's SDK for Go writes `module`: "example.com/shop/cart" of
// "example.com/shop/cart.(*Cart).Sum". "" of functions that the compiler made ("type..eq.T").
std::string_view goPackage(std::string_view name);

// Whether Go's standard library or runtime has this package. `file` is the function's source file.
bool isGoStandardPackage(std::string_view package, std::string_view file);

// Whether Sentry's SDK for Go marks code of this package as not the user's own.
bool isGoCodeOfOthers(std::string_view package, std::string_view file);

// Adds the frames that symbols give for one address to `builder` and returns them: innermost first,
// one per inlined function. `unnamed` is the frame that had only the address: its image, pc, in-app
// mark and platform are kept. `package` is the image's path. A frame's address is its function's
// start (SENTRY.md §6.1), also if the function has no name: frames in it are then equal.
std::vector<FrameIndex> addResolvedFrames(ProfileBuilder &builder,
                                          std::span<const ResolvedFrame> resolved,
                                          const Frame &unnamed, StringIndex package);

// Whether a function's name only says that there is none: "[unknown]", "??".
bool isPlaceholder(std::string_view name);

// The key of an image for a resolver, with views into `profile`'s strings.
ImageKey imageKey(const Profile &profile, ImageIndex image);

// Which frames are looked up.
enum class LookUp {
    Nameless, // frames that have only an address, or only the name that frameName() makes of it
    LinesToo, // also frames of binaries that have a name, but no line
};

// Returns the profile with the frames that `which` names looked up, and inlined functions expanded.
// Everything else is the same, with the same thread, process, image and source indices; stack,
// frame and function indices differ. Images get the resolver's symbol state.
ProfilePointer reframed(const Profile &profile, FrameResolver &resolver,
                        LookUp which = LookUp::Nameless);

} // namespace ember::model
