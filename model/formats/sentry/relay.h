// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/chunkreader.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// Relay's default limit of an item and of what it forwards.
constexpr std::size_t maxProfileSize = std::size_t(50) * 1024 * 1024;
// Chunks that last longer are refused; exactly 66 s pass.
constexpr double maxChunkSeconds = 66.0;

// Relay's class of a platform (SENTRY.md §1.4): decides quota and rate limit category.
enum class ProfileClass : std::uint8_t { Ui, Backend };
ProfileClass profileClass(std::string_view platform);

struct RelayOptions {
    // From the header of the item in the envelope; absent for a bare payload.
    std::optional<std::string> itemPlatform;
    bool hasMetaLength = false;
    std::size_t maxSize = maxProfileSize;
};

// What normalisation took away, for messages; zero: the chunk went through whole.
struct NormaliseReport {
    std::size_t removedThreads = 0; // threads with fewer than two samples that are not idle
    std::size_t removedSamples = 0;
    std::size_t removedMetadata = 0; // thread_metadata without samples
    std::size_t maskedAddresses = 0; // of frames: lost their bits of pointer authentication
    bool sorted = false; // samples were not in time order
};

// What Relay does with a payload; no rejection: it takes it.
struct Verdict {
    std::optional<Rejection> rejection;
    NormaliseReport report;

    bool isAccepted() const { return !rejection; }
};

// The steps of SENTRY.md §1.3, in their order, on a chunk whose fields are right. Rejected: the
// chunk is left as the failing step found it.
std::optional<Rejection> normalise(Chunk &chunk, NormaliseReport *report = nullptr);

// Dispatch, fields, item header, normalisation, size: the whole way of a payload through Relay.
// Normalises `reading.chunk` in place as far as it comes.
Verdict judge(ChunkReading &reading, const RelayOptions &options = {});

// The steps that Relay takes with chunks (SENTRY.md §1.3) and with V1 profiles (§2) alike.

// Not idle: the stack exists and is not empty.
bool isActive(const Chunk &chunk, const ChunkSample &sample);

// The samples' stacks exist.
std::optional<Rejection> checkSamples(const Chunk &chunk);
// The frames of all stacks exist.
std::optional<Rejection> checkStacks(const Chunk &chunk);

// Takes the pointer authentication code off all addresses; how many had more than 36 bits.
std::size_t maskAddresses(Chunk &chunk);

// Removes the thread_metadata of threads without samples, which it returns.
std::vector<ChunkThread> takeUnusedMetadata(Chunk &chunk);

// What is refused for its size.
Rejection tooBig(std::size_t size, const char *unit, std::size_t limit);

// Drops the rows for which `goes` holds; what hangs on row numbers moves along.
template<typename Goes>
std::size_t removeSamples(Chunk &chunk, Goes goes)
{
    auto &samples = chunk.samples;
    auto &rests = chunk.sampleRests;
    std::size_t kept = 0;
    std::size_t keptRests = 0;
    auto rest = rests.begin();
    for (std::size_t row = 0; row < samples.size(); ++row) {
        const bool hasRest = rest != rests.end() && rest->sample == row;
        if (!goes(samples[row])) {
            if (hasRest)
                rests[keptRests++] = {static_cast<std::uint32_t>(kept), rest->rest};
            samples[kept++] = samples[row];
        }
        if (hasRest)
            ++rest;
    }
    const auto removed = samples.size() - kept;
    samples.resize(kept);
    rests.resize(keptRests);
    return removed;
}

} // namespace ember::model::sentry
