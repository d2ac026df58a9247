// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/preload/frameshim.h"

#include <cstdint>
#include <string>

namespace ember::capture {

// Receives notices for the user that do not end the capture. Implemented by the recorder's main and
// by tests.
class RecordObserver {
public:
    virtual ~RecordObserver() = default;
    virtual void leakSanitizerFound(const std::string &program) = 0;
    virtual void frameTimesRefused(const std::string &program, ShimRefusal reason) = 0;
    // A child runs without the privileges it would have unrecorded. Called on the sampler's thread.
    virtual void privilegesWithheld(const std::string &text) = 0;
    // Called once at the end if messages of the target were lost: `dropped` did not fit into a
    // queue; `refused` were malformed, over the limit of connections, or sent by a process that is
    // not recorded.
    virtual void reportsLost(std::uint64_t dropped, std::uint64_t refused) = 0;
};

} // namespace ember::capture
