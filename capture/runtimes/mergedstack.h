// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/scriptruntime.h"
#include "capture/unwind/unwinder.h"

#include <cstdint>
#include <functional>

namespace ember::capture {

// Whether all script frames have found their place in the native stack. Exact also if some have not
// because the native stack breaks off.
enum class MergeFit : std::uint8_t { Exact, Loose };

// Whether an address lies in an image, that is, not in code that was made at run time.
using IsInImage = std::function<bool(std::uint64_t pc)>;

// Puts script frames into a native stack in place of the native frames that stand for them, as the
// runtime's ScriptPlacing says. ByEntry: native frames between them stay: functions of C
// extensions, and those of the interpreter. If the stacks do not fit, or the native one breaks off,
// all script frames are kept: the innermost native frames stand on their leaf side, the outermost
// on their root side.
MergeFit mergeScripts(const ScriptStack &scripts, const ScriptRuntime &runtime,
                      const IsInImage &isInImage, UnwoundStack &native);

// Puts script frames in the place of the native frames that they lie in
// (ScriptPlacing::ByNativeFrame); all other native frames stay. Returns how many script frames were
// left out: the first that lies in no native frame, or not in the order of the stack, and all that
// follow it.
std::size_t replaceNativeFrames(const ScriptStack &scripts, UnwoundStack &native);

} // namespace ember::capture
