// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/chunkreader.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ember::model::sentry {

// Relay's default limit, in bytes, for an item and for what Relay forwards.
constexpr std::size_t maxProfileSize = std::size_t(50) * 1024 * 1024;
// The longest chunk, in seconds; exactly 66 s pass.
constexpr double maxChunkSeconds = 66.0;
// The longest V1 profile, for Relay and for SPEC V1-11.
constexpr Nanoseconds longestProfile = std::chrono::seconds(30);

// Relay's class of a platform (SENTRY.md §1.4): decides quota and rate limit category.
enum class ProfileClass : std::uint8_t { Ui, Backend };
ProfileClass profileClass(std::string_view platform);

struct RelayOptions {
    // The platform in the item header of the envelope; absent for a bare payload.
    std::optional<std::string> itemPlatform;
    bool hasMetaLength = false;
    std::size_t maxSize = maxProfileSize;
};

// Counts what normalisation removed, for messages. All zero: nothing.
struct NormaliseReport {
    std::size_t removedMetadata = 0; // unused entries of thread_metadata and queue_metadata
    std::size_t maskedAddresses = 0; // addresses of frames that had pointer authentication codes

    // Only for chunks.
    std::size_t removedThreads = 0; // threads with fewer than two samples that are not idle
    std::size_t removedSamples = 0;
    bool sorted = false; // true: samples were out of time order and have been sorted

    // Only for V1 profiles.
    std::size_t outsideWindow = 0; // samples before relative_start_ns or after relative_end_ns
    std::size_t idleEdges = 0; // idle samples that trimIdleEdges() removed
    std::size_t loneSamples = 0; // samples of threads that have only one

    bool hasRemoved() const
    {
        return removedMetadata + removedSamples + outsideWindow + idleEdges + loneSamples > 0;
    }
};

// Relay's decision on a payload. Without a rejection it is accepted.
struct Verdict {
    std::optional<Rejection> rejection;
    NormaliseReport report;
    SampleFormat format = SampleFormat::V2; // of the payload

    bool isAccepted() const { return !rejection; }
};

// Does all that Relay does with a chunk (SENTRY.md §1.3): dispatch, fields, item header,
// normalisation, size. For a V1 profile (§2): version, fields, metadata, transaction,
// normalisation, size; the contents of an Android trace are not judged. Normalises `reading.chunk`
// in place, up to the step that fails.
Verdict judge(ChunkReading &reading, const RelayOptions &options = {});

// Whether a sample is active (not idle): its stack exists and is not empty.
bool isActive(const Chunk &chunk, const ChunkSample &sample);

// Removes the idle samples before the first and after the last active sample of a thread, or all of
// a thread without active ones. A step of V1. Returns the number of removed samples.
std::size_t trimIdleEdges(Chunk &chunk);

} // namespace ember::model::sentry
