// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/normalisesteps.h"

#include <algorithm>
#include <string>
#include <vector>

namespace ember::model::sentry {

bool isActive(const Chunk &chunk, const ChunkSample &sample)
{
    return chunk.stacks.contains(sample.stack) && !chunk.stacks[sample.stack].empty();
}

std::optional<Rejection> checkSamples(const Chunk &chunk)
{
    for (std::size_t row = 0; row < chunk.samples.size(); ++row) {
        const auto stack = chunk.samples[row].stack;
        if (chunk.stacks.contains(stack))
            continue;
        return Rejection{RejectReason::MalformedSamples,
                         "profile.samples[" + std::to_string(row) + "].stack_id",
                         "there are " + std::to_string(chunk.stacks.size()) + " stacks"};
    }
    return std::nullopt;
}

std::optional<Rejection> checkStacks(const Chunk &chunk)
{
    const auto isMissing = [&chunk](ChunkFrameIndex frame) {
        return frame.row() >= chunk.frames.size();
    };
    for (std::size_t row = 0; row < chunk.stacks.size(); ++row) {
        const auto frames = chunk.stacks[ChunkStackIndex(row)];
        const auto missing = std::ranges::find_if(frames, isMissing);
        if (missing == frames.end())
            continue;
        return Rejection{RejectReason::MalformedStacks,
                         "profile.stacks[" + std::to_string(row) + "]["
                             + std::to_string(missing - frames.begin()) + "]",
                         "there are " + std::to_string(chunk.frames.size()) + " frames"};
    }
    return std::nullopt;
}

std::size_t maskAddresses(Chunk &chunk)
{
    // What is left of an address without its code.
    constexpr std::uint64_t mask = 0xF'FFFF'FFFFULL;
    std::size_t masked = 0;
    for (auto &frame : chunk.frames) {
        if (!frame.instructionAddress)
            continue;
        masked += (*frame.instructionAddress & ~mask) != 0 ? 1U : 0U;
        *frame.instructionAddress &= mask;
    }
    return masked;
}

std::vector<ChunkThread> takeUnusedMetadata(Chunk &chunk)
{
    std::vector<bool> used(chunk.strings.size());
    for (const auto &sample : chunk.samples) {
        if (sample.thread.isValid())
            used[sample.thread.row()] = true;
    }
    std::vector<ChunkThread> taken;
    std::erase_if(chunk.threads, [&](const ChunkThread &thread) {
        if (!used[thread.id.row()])
            taken.push_back(thread);
        return !used[thread.id.row()];
    });
    return taken;
}

Rejection tooBig(std::size_t size, const char *unit, std::size_t limit)
{
    return {RejectReason::ExceedSizeLimit, {}, std::to_string(size) + unit + std::to_string(limit)};
}

} // namespace ember::model::sentry
