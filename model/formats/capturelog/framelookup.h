// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/records.h"

#include <cstdint>
#include <string>

// What names are looked up by, for everybody who gives names to the frames of a log.
namespace ember::model::capturelog {

// The address a frame's name is found at. A return address may belong to the next line or function
// already: the call ends before it.
constexpr std::uint64_t lookedUpAt(UnwindMethod method, std::uint64_t pc)
{
    const bool isExact = method == UnwindMethod::Leaf || method == UnwindMethod::Signal;
    return isExact ? pc : pc - 1;
}

// What code that a process made itself has in place of a binary.
inline std::string jitCodePath(std::uint32_t pid)
{
    return "/tmp/perf-" + std::to_string(pid) + ".map";
}

} // namespace ember::model::capturelog
