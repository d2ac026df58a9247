// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/scriptruntime.h"
#include "capture/unwind/unwinder.h"

namespace ember::capture {

// Puts script frames in the place of the native frames that they lie in
// (ScriptPlacing::ByNativeFrame); all other native frames stay. Returns how many script frames
// found no place, as they lie in no native frame or not in the order of the stack.
std::size_t replaceNativeFrames(const ScriptStack &scripts, UnwoundStack &native);

} // namespace ember::capture
