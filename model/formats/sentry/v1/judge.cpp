// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/v1/judge.h"

#include "model/formats/json/numbertext.h"
#include "model/formats/sentry/relay.h"
#include "model/formats/sentry/uuidtext.h"
#include "model/formats/sentry/v1/json.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace ember::model::sentry::v1 {

namespace {

Rejection rejection(RejectReason reason, std::string path, std::string detail)
{
    return {reason, std::move(path), std::move(detail)};
}

std::optional<Rejection> checkVersion(const Reading &reading)
{
    if (reading.tables.dispatch)
        return reading.tables.dispatch;
    const auto version = reading.chunk().text(reading.chunk().metadata.version);
    if (version == "1" || isAndroidTrace(reading))
        return std::nullopt;
    return rejection(RejectReason::PlatformNotSupported, "version",
                     version.empty() ? "no version"
                                     : "version \"" + std::string(version) + "\" is not V1");
}

// What symbolication of cocoa needs to know.
std::optional<Rejection> checkCocoa(const Reading &reading)
{
    if (reading.chunk().text(reading.chunk().metadata.platform) != "cocoa")
        return std::nullopt;
    const auto missing = [](std::string_view path) {
        return rejection(RejectReason::InvalidProfileMetadata, std::string(path),
                         "required on platform cocoa");
    };
    const Device &device = reading.metadata.device;
    if (!reading.metadata.os.buildNumber.isValid())
        return missing("os.build_number");
    if (!device.isEmulator)
        return missing("device.is_emulator");
    if (!device.locale.isValid())
        return missing("device.locale");
    if (!device.manufacturer.isValid())
        return missing("device.manufacturer");
    if (!device.model.isValid())
        return missing("device.model");
    return std::nullopt;
}

bool isNil(std::string_view id)
{
    const auto hex = parseUuid(id);
    return !hex || hex->find_first_not_of('0') == std::string::npos;
}

std::optional<Rejection> checkTransaction(const Reading &reading)
{
    const auto &transaction = reading.metadata.transaction;
    if (!transaction)
        return rejection(RejectReason::NoTransactionAssociated, "transaction",
                         "neither transaction nor transactions");
    const auto invalid = [](std::string_view path, std::string_view detail) {
        return rejection(RejectReason::InvalidTransactionMetadata, std::string(path),
                         std::string(detail));
    };
    if (isNil(reading.chunk().text(transaction->id)))
        return invalid("transaction.id", "is nil");
    if (reading.chunk().text(transaction->name).empty())
        return invalid("transaction.name", "is empty");
    if (isNil(reading.chunk().text(transaction->traceId)))
        return invalid("transaction.trace_id", "is nil");
    return std::nullopt;
}

void applyWindow(Chunk &chunk, const Transaction &transaction, NormaliseReport &report)
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

// Of the last element of the array, whatever its time: nothing is sorted.
std::optional<Rejection> checkDuration(const Chunk &chunk)
{
    const auto elapsed = chunk.samples.back().time - Timestamp();
    if (elapsed <= longestProfile)
        return std::nullopt;
    return rejection(RejectReason::DurationIsTooLong,
                     "profile.samples[" + std::to_string(chunk.samples.size() - 1)
                         + "].elapsed_since_start_ns",
                     secondsText(elapsed) + " since the profile's start, at most 30 s");
}

std::size_t removeUnusedQueues(Reading &reading)
{
    std::unordered_set<StringIndex> used;
    for (const auto &queue : reading.chunk().sampleRests)
        used.insert(queue.rest);
    return std::erase_if(reading.metadata.queues,
                         [&used](const Queue &queue) { return !used.contains(queue.address); });
}

std::optional<Rejection> normalise(Reading &reading, NormaliseReport &report)
{
    auto &chunk = reading.chunk();
    applyWindow(chunk, *reading.metadata.transaction, report);
    report.idleEdges = trimIdleEdges(chunk);
    removeLoneSamples(chunk, report);
    if (chunk.samples.empty())
        return rejection(RejectReason::NotEnoughSamples, "profile.samples",
                         "no thread has two samples between idle ones");
    if (auto refused = checkSamples(chunk))
        return refused;
    if (auto refused = checkStacks(chunk))
        return refused;
    if (auto refused = checkDuration(chunk))
        return refused;
    const auto architecture = chunk.text(reading.metadata.device.architecture);
    const bool isArm = architecture == "arm64" || architecture == "arm64e";
    if (isArm && chunk.text(chunk.metadata.platform) == "cocoa")
        report.maskedAddresses = maskAddresses(chunk);
    chunk.unusedThreads = takeUnusedMetadata(chunk);
    report.removedMetadata = chunk.unusedThreads.size() + removeUnusedQueues(reading);
    return std::nullopt;
}

std::optional<Rejection> checkSize(const Reading &reading, std::size_t limit)
{
    constexpr std::size_t transactionGrowth = 512; // the members it has in any case
    const auto &chunk = reading.chunk();
    if (chunk.bytes > limit)
        return tooBig(chunk.bytes, " bytes, at most ", limit);
    if (chunk.bytes + chunk.growth + transactionGrowth <= limit)
        return std::nullopt; // without writing it to see
    const auto size = writeProfileJson(chunk, reading.metadata, Numbers::Bare).size();
    return size > limit ? std::optional(tooBig(size, " bytes as Relay writes it, at most ", limit))
                        : std::nullopt;
}

} // namespace

bool isAndroidTrace(const Reading &reading)
{
    const auto &chunk = reading.chunk();
    return chunk.text(chunk.metadata.platform) == "android"
        && chunk.text(chunk.metadata.version) != "1";
}

std::size_t trimIdleEdges(Chunk &chunk)
{
    // Of a thread, in the order of the file.
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

Verdict judge(Reading &reading, std::size_t maxSize)
{
    Verdict verdict;
    const auto refuse = [&verdict](std::optional<Rejection> reason) {
        verdict.rejection = std::move(reason);
        return verdict.rejection.has_value();
    };
    if (refuse(checkVersion(reading)) || isAndroidTrace(reading))
        return verdict;
    if (!reading.tables.fields.empty())
        verdict.rejection = reading.tables.fields.front().first;
    else if (!refuse(checkCocoa(reading)) && !refuse(checkTransaction(reading))
             && !refuse(normalise(reading, verdict.report)))
        refuse(checkSize(reading, maxSize));
    return verdict;
}

} // namespace ember::model::sentry::v1
