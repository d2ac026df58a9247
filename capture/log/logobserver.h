// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/error.h"

#include <cstdint>
#include <string>

namespace ember::capture {

// Receives events about a log that the user should learn at once. Called on the thread that writes
// it.
class LogObserver {
public:
    virtual ~LogObserver() = default;
    // A snapshot of the ring was written as a log of its own.
    virtual void kept(const std::string &path, const std::string &cause) = 0;
    // A snapshot could not be written; the capture continues.
    virtual void notKept(const model::Error &error) = 0;
    // The capture continues, but something is missing from it.
    virtual void noticed(const model::Error &notice) = 0;

    // Counts of what is in the log and of what was missed, about once a second.
    struct Progress {
        std::uint64_t samples = 0;
        std::uint64_t threads = 0;
        std::uint64_t missed = 0;
    };

    virtual void progressed(const Progress &) { }
};

} // namespace ember::capture
