// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/relay.h"

#include "model/formats/json/numbertext.h"
#include "model/formats/sentry/chunkjson.h"

#include <algorithm>
#include <string>
#include <utility>
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

namespace {

void removeQuietThreads(Chunk &chunk, NormaliseReport &report)
{
    constexpr std::uint32_t enough = 2;
    std::vector<std::uint32_t> active(chunk.strings.size() + 1); // by thread; the last for "none"
    std::vector<bool> seen(active.size());
    const auto place = [&active](StringIndex thread) {
        return thread.isValid() ? thread.row() : active.size() - 1;
    };
    for (const auto &sample : chunk.samples) {
        seen[place(sample.thread)] = true;
        active[place(sample.thread)] += isActive(chunk, sample) ? 1U : 0U;
    }
    for (std::size_t thread = 0; thread < active.size(); ++thread)
        report.removedThreads += seen[thread] && active[thread] < enough ? 1U : 0U;
    report.removedSamples = removeSamples(
        chunk, [&](const ChunkSample &sample) { return active[place(sample.thread)] < enough; });
}

// Stable, and the further members of the samples follow.
void sortByTime(Chunk &chunk)
{
    if (chunk.sampleRests.empty()) {
        std::ranges::stable_sort(chunk.samples, {}, &ChunkSample::timestamp);
        return;
    }
    std::vector<std::pair<ChunkSample, StringIndex>> rows;
    rows.reserve(chunk.samples.size());
    for (const auto &sample : chunk.samples)
        rows.emplace_back(sample, StringIndex());
    for (const auto &rest : chunk.sampleRests)
        rows[rest.sample].second = rest.rest;
    std::ranges::stable_sort(rows, {}, [](const auto &row) { return row.first.timestamp; });
    chunk.sampleRests.clear();
    for (std::size_t row = 0; row < rows.size(); ++row) {
        chunk.samples[row] = rows[row].first;
        if (rows[row].second.isValid())
            chunk.sampleRests.push_back({static_cast<std::uint32_t>(row), rows[row].second});
    }
}

std::optional<Rejection> checkDuration(const Chunk &chunk)
{
    const auto seconds = chunk.samples.back().timestamp - chunk.samples.front().timestamp;
    if (!(seconds > maxChunkSeconds))
        return std::nullopt;
    return Rejection{RejectReason::DurationIsTooLong, "profile.samples",
                     secondsText(seconds) + " from first to last sample, at most 66 s"};
}

std::optional<Rejection> checkHeader(const Chunk &chunk, const RelayOptions &options)
{
    if (options.hasMetaLength)
        return Rejection{RejectReason::InvalidSampledProfile, "meta_length",
                         "in the header of an item with a JSON payload"};
    const auto platform = chunk.text(chunk.metadata.platform);
    if (!options.itemPlatform || profileClass(*options.itemPlatform) == profileClass(platform))
        return std::nullopt;
    return Rejection{RejectReason::InvalidProfileType, "platform",
                     "item header says " + *options.itemPlatform + ", payload says "
                         + std::string(platform)};
}

std::optional<Rejection> checkSize(const Chunk &chunk, std::size_t limit)
{
    if (chunk.bytes > limit)
        return tooBig(chunk.bytes, " bytes, at most ", limit);
    if (chunk.bytes + chunk.growth <= limit)
        return std::nullopt; // without writing it to see
    const auto size = writeNormalised(chunk).size();
    return size > limit ? std::optional(tooBig(size, " bytes as Relay writes it, at most ", limit))
                        : std::nullopt;
}

} // namespace

ProfileClass profileClass(std::string_view platform)
{
    const bool isUi = platform == "cocoa" || platform == "android" || platform == "javascript";
    return isUi ? ProfileClass::Ui : ProfileClass::Backend;
}

std::optional<Rejection> normalise(Chunk &chunk, NormaliseReport *report)
{
    NormaliseReport unused;
    auto &counts = report ? *report : unused;
    removeQuietThreads(chunk, counts);
    if (chunk.samples.empty())
        return Rejection{RejectReason::NotEnoughSamples, "profile.samples",
                         "no thread has two samples that are not idle"};
    if (auto rejection = checkSamples(chunk))
        return rejection;
    if (auto rejection = checkStacks(chunk))
        return rejection;
    counts.sorted = !std::ranges::is_sorted(chunk.samples, {}, &ChunkSample::timestamp);
    if (counts.sorted)
        sortByTime(chunk);
    if (auto rejection = checkDuration(chunk))
        return rejection;
    if (chunk.text(chunk.metadata.platform) == "cocoa")
        counts.maskedAddresses = maskAddresses(chunk);
    chunk.unusedThreads = takeUnusedMetadata(chunk);
    counts.removedMetadata = chunk.unusedThreads.size();
    return std::nullopt;
}

Verdict judge(ChunkReading &reading, const RelayOptions &options)
{
    const auto refused = [](std::optional<Rejection> rejection) {
        return Verdict{std::move(rejection), {}};
    };
    if (options.hasMetaLength)
        return refused(checkHeader(reading.chunk, options));
    if (reading.dispatch)
        return refused(reading.dispatch);
    if (reading.kind == PayloadKind::AndroidTrace)
        return refused(checkHeader(reading.chunk, options));
    if (!reading.fields.empty())
        return refused(reading.fields.front().first);
    if (auto rejection = checkHeader(reading.chunk, options))
        return refused(std::move(rejection));
    Verdict verdict;
    verdict.rejection = normalise(reading.chunk, &verdict.report);
    if (!verdict.rejection)
        verdict.rejection = checkSize(reading.chunk, options.maxSize);
    return verdict;
}

} // namespace ember::model::sentry
