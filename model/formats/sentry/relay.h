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

// Relay's default limit of an item and of what it forwards.
constexpr std::size_t maxProfileSize = std::size_t(50) * 1024 * 1024;
// Chunks that last longer are refused; exactly 66 s pass.
constexpr double maxChunkSeconds = 66.0;
// The longest V1 profile, for the text too (V1-11).
constexpr Nanoseconds longestProfile = std::chrono::seconds(30);

// Relay's class of a platform (SENTRY.md §1.4): decides quota and rate limit category.
enum class ProfileClass : std::uint8_t { Ui, Backend };
ProfileClass profileClass(std::string_view platform);

struct RelayOptions {
    // From the header of the item in the envelope; absent for a bare payload.
    std::optional<std::string> itemPlatform;
    bool hasMetaLength = false;
    std::size_t maxSize = maxProfileSize;
};

// What normalisation took away, for messages; zero: the document went through whole.
struct NormaliseReport {
    std::size_t removedMetadata = 0; // thread_metadata and queue_metadata that nothing refers to
    std::size_t maskedAddresses = 0; // of frames: lost their bits of pointer authentication

    // Of chunks.
    std::size_t removedThreads = 0; // threads with fewer than two samples that are not idle
    std::size_t removedSamples = 0;
    bool sorted = false; // samples were not in time order

    // Of V1 profiles.
    std::size_t outsideWindow = 0; // samples before relative_start_ns or after relative_end_ns
    std::size_t idleEdges = 0; // idle samples before a thread's first or after its last other one
    std::size_t loneSamples = 0; // of threads that have only that one

    bool hasRemoved() const
    {
        return removedMetadata + removedSamples + outsideWindow + idleEdges + loneSamples > 0;
    }
};

// What Relay does with a payload; no rejection: it takes it.
struct Verdict {
    std::optional<Rejection> rejection;
    NormaliseReport report;
    SampleFormat format = SampleFormat::V2; // of the payload

    bool isAccepted() const { return !rejection; }
};

// The steps of SENTRY.md §1.3, in their order, on a chunk whose fields are right. Rejected: the
// chunk is left as the failing step found it.
std::optional<Rejection> normalise(Chunk &chunk, NormaliseReport *report = nullptr);

// The whole way of a chunk through Relay (SENTRY.md §1.3): dispatch, fields, item header,
// normalisation, size. Of a V1 profile (§2): version, fields, metadata, transaction, normalisation,
// size; what is inside a trace of Android is not judged. Normalises `reading.chunk` in place as far
// as it comes.
Verdict judge(ChunkReading &reading, const RelayOptions &options = {});

// Not idle: the stack exists and is not empty.
bool isActive(const Chunk &chunk, const ChunkSample &sample);

// A step of V1: removes idle samples before a thread's first and after its last other one. Returns
// how many there were.
std::size_t trimIdleEdges(Chunk &chunk);

} // namespace ember::model::sentry
