// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/error.h"

#include <cstdint>
#include <string>

namespace ember::capture {

// Told what happens beside a log, and what of it people should know at once. By the thread that
// writes it.
class LogObserver {
public:
    virtual ~LogObserver() = default;
    // The capture's newest part is a log of its own now.
    virtual void kept(const std::string &path, const std::string &cause) = 0;
    // It could not be; the capture goes on.
    virtual void notKept(const model::Error &error) = 0;
    // The capture goes on, but lacks something.
    virtual void noticed(const model::Error &notice) = 0;

    // About once a second: what is in the log, and what should be and could not be taken.
    struct Progress {
        std::uint64_t samples = 0;
        std::uint64_t threads = 0;
        std::uint64_t missed = 0;
    };

    virtual void progressed(const Progress &) { }
};

} // namespace ember::capture
