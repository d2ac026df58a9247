// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/known/findruntime.h"

#include <array>

namespace ember::capture {

RuntimeSearch findRuntime(const RuntimeCandidate &candidate)
{
    // The runtimes that the recorder knows, a room each.
    constexpr std::array<RuntimeRoom, 5> rooms{findCPython, findHotSpot, findPhp, findRuby, findV8};
    RuntimeSearch nothing;
    for (const auto room : rooms) {
        auto search = room(candidate);
        if (search.runtime || !search.refusal.empty())
            return search;
        nothing.isSure = nothing.isSure && search.isSure;
    }
    return nothing;
}

} // namespace ember::capture
