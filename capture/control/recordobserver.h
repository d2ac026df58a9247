// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/preload/frameshim.h"

#include <cstdint>
#include <string>

namespace ember::capture {

// What the user should know although the capture goes on.
class RecordObserver {
public:
    virtual ~RecordObserver() = default;
    virtual void leakSanitizerFound(const std::string &program) = 0;
    virtual void frameTimesRefused(const std::string &program, ShimRefusal reason) = 0;
    // A child is not what it is outside of a capture. Comes from the sampler's thread.
    virtual void privilegesWithheld(const std::string &text) = 0;
    // At the end, if any: of what the program reported so many messages did not fit anywhere, and
    // so many were wrong, too many connections, or of a process that is not recorded.
    virtual void reportsLost(std::uint64_t dropped, std::uint64_t refused) = 0;
};

} // namespace ember::capture
