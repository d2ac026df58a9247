// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/memorybudget.h"
#include "model/core/result.h"
#include "model/formats/import/importlog.h"
#include "model/formats/sentry/chunk.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// Why Relay refuses a profile: the outcome reasons of SENTRY.md §3 that a file alone can earn.
enum class RejectReason : std::uint8_t {
    InvalidJson,
    PlatformNotSupported,
    NotEnoughSamples,
    MalformedSamples,
    MalformedStacks,
    DurationIsTooLong,
    ExceedSizeLimit,
    InvalidProfileType,
    InvalidSampledProfile,
    InvalidBase64Value,
    InvalidProfileMetadata,
    InvalidTransactionMetadata,
    NoTransactionAssociated,
    TooManyProfiles,
    // Not outcomes but the answers to the request itself: 400 and 413.
    InvalidEnvelope,
    TooLarge,
};

// Relay's own spelling: "profiling_invalid_json".
const char *reasonName(RejectReason reason);

// `path` is a JSON path ("profile.samples[3].timestamp"; "" for the whole payload), `detail` the
// rule in words.
struct Rejection {
    RejectReason reason = RejectReason::InvalidJson;
    std::string path;
    std::string detail;
};

// "profiling_malformed_samples (profile.samples[3]: …)".
std::string toText(const Rejection &rejection);

// What kind of payload a JSON document is, by the members it has (DESIGN.md §6: chunk_id or
// profiler_id makes it a chunk, else version "1" a V1 profile, else a chunk).
enum class PayloadKind : std::uint8_t {
    Chunk,
    AndroidTrace, // not in the sample format: a chunk with `sampled_profile`, or a V1 item
    ProfileV1,
};

// A broken rule of a field (SENTRY.md §1.2), once for all elements of an array.
struct FieldFault {
    Rejection first;
    std::string shape; // JsonPlace::shape()
    std::uint64_t count = 1;
};

// A frame says something, and a chunk that Sentry takes has at most 50 MB: of a text of so many
// bytes more are not read. Measured, with what a vector takes while it grows.
constexpr std::size_t mostChunkFrames(std::size_t textBytes)
{
    constexpr std::uint64_t frameMemory = 160;
    constexpr std::size_t most = std::size_t(4) << 20U;
    return std::min(most, mostWithinBudget(frameMemory, textBytes));
}

struct TooManyFrames { }; // thrown out of a document

// What reading a chunk or a V1 profile gave. The reading is lenient: what a person can still look
// at is in `chunk`, what Relay holds against it in the rejections.
struct ChunkReading {
    Chunk chunk;
    PayloadKind kind = PayloadKind::Chunk;
    // Broken rules of the fields that decide what the payload is (SENTRY.md §1.1): Relay looks at
    // these first.
    std::optional<Rejection> dispatch;
    // In the order of the file. At most fieldFaultLimit: what further fields break is counted.
    std::vector<FieldFault> fields;
    std::uint64_t furtherFieldFaults = 0;

    static constexpr std::size_t fieldFaultLimit = 100;
    // What was read although the rules forbid it: values as object, elf images, numbers for thread
    // ids, …
    ImportLog log;
};

constexpr std::size_t neverWorthHelp = std::size_t(-1);

// Reads one V2 payload.
// Errors (nothing was read): FileEmpty; Truncated and SyntaxError with "line:column (byte N):
// reason" as detail; WrongType for what is not a JSON object; FileTooBig over 4 GiB; Cancelled.
// No pointers into `payload` are kept. Any thread. Arrays with at least `worthHelp` bytes of the
// payload left behind their start are read by two threads; the reading is the same.
Result<ChunkReading> readChunk(std::string_view payload, const std::stop_token &stop = {},
                               std::size_t worthHelp = neverWorthHelp);

// Reads a payload by the rules of V1 (SENTRY.md §2), whatever version it says it is. Lenient like
// readChunk, whose errors it has.
Result<ChunkReading> readProfile(std::string_view payload, const std::stop_token &stop = {});

} // namespace ember::model::sentry
