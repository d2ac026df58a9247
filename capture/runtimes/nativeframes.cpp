// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/nativeframes.h"

#include <utility>
#include <vector>

namespace ember::capture {

std::size_t replaceNativeFrames(const ScriptStack &scripts, UnwoundStack &native)
{
    std::vector<UnwoundFrame> merged;
    merged.reserve(native.frames.size() + scripts.frames.size());
    auto next = scripts.frames.begin();
    const auto end = scripts.frames.end();
    for (std::size_t i = 0; i < native.frames.size(); ++i) {
        if (next == end || next->nativeFrame != i) {
            merged.push_back(native.frames[i]);
            continue;
        }
        for (; next != end && next->nativeFrame == i; ++next)
            merged.push_back(UnwoundFrame::ofScript(next->function, {next->line, next->column}));
    }
    native.frames = std::move(merged);
    return static_cast<std::size_t>(end - next);
}

} // namespace ember::capture
