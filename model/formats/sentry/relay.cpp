// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/relay.h"

#include "model/core/uuid.h"
#include "model/formats/sentry/documentjson.h"
#include "model/json/numbertext.h"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>
#include <vector>

namespace ember::model::sentry {

bool isActive(const Chunk &chunk, const ChunkSample &sample)
{
    return chunk.stacks.contains(sample.stack) && !chunk.stacks[sample.stack].empty();
}

namespace {

// Removes the samples for which `goes` holds, and renumbers the rows of sampleRests.
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

// Checks that the stacks of all samples exist.
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

// Checks that the frames of all stacks exist.
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

// Removes the pointer authentication code from all addresses. Returns how many had more than 36
// bits.
std::size_t maskAddresses(Chunk &chunk)
{
    // The bits of an address that are no pointer authentication code.
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

// Removes the thread_metadata of threads without samples, and returns it.
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

// The rejection of a payload or part that is too big.
Rejection tooBig(std::size_t size, const char *unit, std::size_t limit)
{
    return {RejectReason::ExceedSizeLimit, {}, std::to_string(size) + unit + std::to_string(limit)};
}

void removeQuietThreads(Chunk &chunk, NormaliseReport &report)
{
    constexpr std::uint32_t enough = 2;
    std::vector<std::uint32_t> active(chunk.strings.size() + 1); // by thread; the last: no thread
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

// Sorts samples stably, and renumbers the rows of sampleRests.
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

// Refuses other versions of a V1 item than "1", as Relay does.
std::optional<Rejection> checkVersion(const Chunk &chunk)
{
    const auto version = chunk.text(chunk.metadata.version);
    if (version == "1")
        return std::nullopt;
    return Rejection{RejectReason::PlatformNotSupported, "version",
                     version.empty() ? "no version"
                                     : "version \"" + std::string(version) + "\" is not V1"};
}

// Refuses cocoa profiles without the members that symbolication needs.
std::optional<Rejection> checkCocoa(const Chunk &chunk)
{
    if (chunk.text(chunk.metadata.platform) != "cocoa")
        return std::nullopt;
    const Device &device = chunk.metadata.device;
    const std::array needed{
        std::pair("os.build_number", chunk.metadata.os.buildNumber.isValid()),
        std::pair("device.is_emulator", device.isEmulator.has_value()),
        std::pair("device.locale", device.locale.isValid()),
        std::pair("device.manufacturer", device.manufacturer.isValid()),
        std::pair("device.model", device.model.isValid()),
    };
    for (const auto &[path, isThere] : needed) {
        if (!isThere)
            return Rejection{RejectReason::InvalidProfileMetadata, path,
                             "required on platform cocoa"};
    }
    return std::nullopt;
}

bool isNil(std::string_view id)
{
    const auto hex = parseUuid(id);
    return !hex || hex->find_first_not_of('0') == std::string::npos;
}

std::optional<Rejection> checkTransaction(const Chunk &chunk)
{
    const auto &transaction = chunk.metadata.transaction;
    if (!transaction)
        return Rejection{RejectReason::NoTransactionAssociated, "transaction",
                         "neither transaction nor transactions"};
    const auto invalid = [](std::string_view path, std::string_view detail) {
        return Rejection{RejectReason::InvalidTransactionMetadata, std::string(path),
                         std::string(detail)};
    };
    if (isNil(chunk.text(transaction->id)))
        return invalid("transaction.id", "is nil");
    if (chunk.text(transaction->name).empty())
        return invalid("transaction.name", "is empty");
    if (isNil(chunk.text(transaction->traceId)))
        return invalid("transaction.trace_id", "is nil");
    return std::nullopt;
}

void applyWindow(Chunk &chunk, const V1Transaction &transaction, NormaliseReport &report)
{
    if (transaction.relativeEnd == 0)
        return;
    report.outsideWindow = removeSamples(chunk, [&](const ChunkSample &sample) {
        const auto elapsed = static_cast<std::uint64_t>(toNs(sample.time));
        return elapsed < transaction.relativeStart || elapsed > transaction.relativeEnd;
    });
}

void removeLoneSamples(Chunk &chunk, NormaliseReport &report)
{
    std::vector<std::uint32_t> counts(chunk.strings.size());
    for (const auto &sample : chunk.samples)
        ++counts[sample.thread.row()];
    report.loneSamples = removeSamples(
        chunk, [&](const ChunkSample &sample) { return counts[sample.thread.row()] == 1; });
}

// Checks the time of the last element of the array, even if others are later: nothing is sorted.
std::optional<Rejection> checkLastOffset(const Chunk &chunk)
{
    const auto elapsed = chunk.samples.back().time - Timestamp();
    if (elapsed <= longestProfile)
        return std::nullopt;
    return Rejection{RejectReason::DurationIsTooLong,
                     "profile.samples[" + std::to_string(chunk.samples.size() - 1)
                         + "].elapsed_since_start_ns",
                     secondsText(elapsed) + " since the profile's start, at most 30 s"};
}

std::size_t removeUnusedQueues(Chunk &chunk)
{
    std::unordered_set<StringIndex> used;
    for (const auto &queue : chunk.sampleRests)
        used.insert(queue.rest);
    return std::erase_if(chunk.metadata.queues,
                         [&used](const Queue &queue) { return !used.contains(queue.address); });
}

std::optional<Rejection> normaliseProfile(Chunk &chunk, NormaliseReport &report)
{
    applyWindow(chunk, *chunk.metadata.transaction, report);
    report.idleEdges = trimIdleEdges(chunk);
    removeLoneSamples(chunk, report);
    if (chunk.samples.empty())
        return Rejection{RejectReason::NotEnoughSamples, "profile.samples",
                         "no thread has two samples between idle ones"};
    if (auto rejection = checkSamples(chunk))
        return rejection;
    if (auto rejection = checkStacks(chunk))
        return rejection;
    if (auto rejection = checkLastOffset(chunk))
        return rejection;
    const auto architecture = chunk.text(chunk.metadata.device.architecture);
    const bool isArm = architecture == "arm64" || architecture == "arm64e";
    if (isArm && chunk.text(chunk.metadata.platform) == "cocoa")
        report.maskedAddresses = maskAddresses(chunk);
    chunk.unusedThreads = takeUnusedMetadata(chunk);
    report.removedMetadata = chunk.unusedThreads.size() + removeUnusedQueues(chunk);
    return std::nullopt;
}

// Normalises a chunk whose fields are right, by the steps of SENTRY.md §1.3 in their order. If it
// is rejected, it stays as the failing step found it.
std::optional<Rejection> normaliseChunk(Chunk &chunk, NormaliseReport &report)
{
    removeQuietThreads(chunk, report);
    if (chunk.samples.empty())
        return Rejection{RejectReason::NotEnoughSamples, "profile.samples",
                         "no thread has two samples that are not idle"};
    if (auto rejection = checkSamples(chunk))
        return rejection;
    if (auto rejection = checkStacks(chunk))
        return rejection;
    report.sorted = !std::ranges::is_sorted(chunk.samples, {}, &ChunkSample::timestamp);
    if (report.sorted)
        sortByTime(chunk);
    if (auto rejection = checkDuration(chunk))
        return rejection;
    if (chunk.text(chunk.metadata.platform) == "cocoa")
        report.maskedAddresses = maskAddresses(chunk);
    chunk.unusedThreads = takeUnusedMetadata(chunk);
    report.removedMetadata = chunk.unusedThreads.size();
    return std::nullopt;
}

std::optional<Rejection> checkSize(const Chunk &chunk, std::size_t limit)
{
    constexpr std::size_t transactionGrowth = 512; // members that Relay's output always has
    const auto growth =
        chunk.growth + (chunk.format == SampleFormat::V1 ? transactionGrowth : std::size_t(0));
    if (chunk.bytes > limit)
        return tooBig(chunk.bytes, " bytes, at most ", limit);
    if (chunk.bytes + growth <= limit)
        return std::nullopt; // surely small enough, so it need not be written
    const auto size = writeNormalised(chunk).size();
    return size > limit ? std::optional(tooBig(size, " bytes as Relay writes it, at most ", limit))
                        : std::nullopt;
}

Verdict judgeProfile(ChunkReading &reading, const RelayOptions &options)
{
    Verdict verdict{{}, {}, SampleFormat::V1};
    const auto refuse = [&verdict](std::optional<Rejection> reason) {
        verdict.rejection = std::move(reason);
        return verdict.rejection.has_value();
    };
    auto &chunk = reading.chunk;
    if (refuse(reading.dispatch) || reading.kind == PayloadKind::AndroidTrace)
        return verdict;
    if (refuse(checkVersion(chunk)))
        return verdict;
    if (!reading.fields.empty())
        verdict.rejection = reading.fields.front().first;
    else if (!refuse(checkCocoa(chunk)) && !refuse(checkTransaction(chunk))
             && !refuse(normaliseProfile(chunk, verdict.report)))
        refuse(checkSize(chunk, options.maxSize));
    return verdict;
}

} // namespace

ProfileClass profileClass(std::string_view platform)
{
    const bool isUi = platform == "cocoa" || platform == "android" || platform == "javascript";
    return isUi ? ProfileClass::Ui : ProfileClass::Backend;
}

std::size_t trimIdleEdges(Chunk &chunk)
{
    // Rows from the first to the last active sample of a thread, in the order of the file.
    struct Active {
        std::size_t first = 0;
        std::size_t end = 0;
    };

    std::vector<Active> active(chunk.strings.size());
    for (std::size_t row = 0; row < chunk.samples.size(); ++row) {
        const auto &sample = chunk.samples[row];
        if (!isActive(chunk, sample))
            continue;
        auto &range = active[sample.thread.row()];
        if (range.end == 0)
            range.first = row;
        range.end = row + 1;
    }
    std::size_t row = 0;
    return removeSamples(chunk, [&](const ChunkSample &sample) {
        const auto &range = active[sample.thread.row()];
        const auto place = row++;
        return place < range.first || place >= range.end;
    });
}

Verdict judge(ChunkReading &reading, const RelayOptions &options)
{
    if (reading.chunk.format == SampleFormat::V1)
        return judgeProfile(reading, options);
    const auto refused = [](std::optional<Rejection> rejection) {
        return Verdict{std::move(rejection), {}, SampleFormat::V2};
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
    verdict.rejection = normaliseChunk(reading.chunk, verdict.report);
    if (!verdict.rejection)
        verdict.rejection = checkSize(reading.chunk, options.maxSize);
    return verdict;
}

} // namespace ember::model::sentry
