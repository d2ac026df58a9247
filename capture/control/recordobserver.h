// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/preload/frameshim.h"
#include "model/core/result.h"

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
    // Tells in a sentence what came of --name-jit, that is, of asking runtimes for names.
    virtual void runtimesAsked(const std::string &text) = 0;
    // Called once at the end if messages of the target were lost: `dropped` did not fit into a
    // queue; `refused` were malformed, of a time outside of the capture, over the limit of
    // connections or of series, or sent by a process that is not recorded.
    virtual void reportsLost(std::uint64_t dropped, std::uint64_t refused) = 0;
};

// Receives events about a log that the user should learn at once. Called on the thread that writes
// it.
class LogObserver {
public:
    virtual ~LogObserver() = default;
    // A snapshot of the ring was written as a log of its own.
    virtual void kept(const std::string &path, const std::string &cause) = 0;
    // A snapshot could not be written, or the hole in a ring's file not be closed; the capture
    // itself lacks nothing.
    virtual void notKept(const model::Error &error) = 0;
    // Something is missing from the capture, or has happened to its file; the capture continues.
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
