// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/relayreason.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ember::model::sentry {

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
