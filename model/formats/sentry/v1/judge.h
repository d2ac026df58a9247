// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/relay.h"
#include "model/formats/sentry/v1/v1reader.h"

#include <cstddef>
#include <optional>

namespace ember::model::sentry::v1 {

// What normalisation took away; zero: the profile went through whole.
struct NormaliseReport {
    std::size_t outsideWindow = 0; // samples before relative_start_ns or after relative_end_ns
    std::size_t idleEdges = 0; // idle samples before a thread's first or after its last other one
    std::size_t loneSamples = 0; // of threads that have only that one
    std::size_t removedMetadata = 0; // thread_metadata and queue_metadata nobody refers to
    std::size_t maskedAddresses = 0; // of frames: lost their bits of pointer authentication

    bool isEmpty() const { return outsideWindow + idleEdges + loneSamples + removedMetadata == 0; }
};

struct Verdict {
    std::optional<Rejection> rejection;
    NormaliseReport report;

    bool isAccepted() const { return !rejection; }
};

// Whether a payload is a trace of Android, which V1 items may hold too: nothing in here reads it.
bool isAndroidTrace(const Reading &reading);

// One of its steps: removes idle samples before a thread's first and after its last other one. How
// many there were.
std::size_t trimIdleEdges(Chunk &chunk);

// The steps of SENTRY.md §2 in their order: what kind of payload it is, fields, metadata,
// transaction, normalisation, size. Normalises `reading` in place as far as it comes.
Verdict judge(Reading &reading, std::size_t maxSize = maxProfileSize);

} // namespace ember::model::sentry::v1
