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

// Why Relay refuses a profile: those outcome reasons of SENTRY.md §3 that depend on the file alone.
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
    // The answers 400 and 413 to the request itself, which are no outcomes.
    InvalidEnvelope,
    TooLarge,
};

// Returns Relay's own name of the reason: "profiling_invalid_json".
const char *reasonName(RejectReason reason);

// Why a document is refused, and where: `path` is a JSON path ("profile.samples[3].timestamp"; ""
// for the whole payload), `detail` the rule in words.
struct Rejection {
    RejectReason reason = RejectReason::InvalidJson;
    std::string path;
    std::string detail;
};

// Returns "profiling_malformed_samples (profile.samples[3]: …)".
std::string toText(const Rejection &rejection);

// The kind of payload in a JSON document, by its members (DESIGN.md §6): a chunk if it has chunk_id
// or profiler_id, otherwise a V1 profile if its version is "1", otherwise a chunk.
enum class PayloadKind : std::uint8_t {
    Chunk,
    AndroidTrace, // not in the sample format: a chunk with `sampled_profile`, or a V1 item
    ProfileV1,
};

// A broken rule of a field (SENTRY.md §1.2). Faults in the elements of an array share one entry.
struct FieldFault {
    Rejection first;
    std::string shape; // path of the field without indices: JsonPlace::shape()
    std::uint64_t count = 1;
};

// The most frames that are read from a text of `textBytes` bytes: each frame takes some text, and a
// chunk that Sentry accepts has at most 50 MB. Memory per frame is measured, with what a vector
// takes while it grows.
constexpr std::size_t mostChunkFrames(std::size_t textBytes)
{
    constexpr std::uint64_t frameMemory = 160;
    constexpr std::size_t most = std::size_t(4) << 20U;
    return std::min(most, mostWithinBudget(frameMemory, textBytes));
}

struct TooManyFrames { }; // thrown to end the reading of a document

// The result of reading a chunk or V1 profile. Reading is lenient: `chunk` has what a person can
// still look at, the rejections say why Relay would refuse it.
struct ChunkReading {
    Chunk chunk;
    PayloadKind kind = PayloadKind::Chunk;
    // A broken rule of a field that decides which kind the payload is (SENTRY.md §1.1). Relay
    // checks these first.
    std::optional<Rejection> dispatch;
    // In the order of the file, at most fieldFaultLimit; faults of further fields are only counted.
    std::vector<FieldFault> fields;
    std::uint64_t furtherFieldFaults = 0;

    static constexpr std::size_t fieldFaultLimit = 100;
    // Findings about values that were read although the rules forbid them: values as object, elf
    // images, numbers for thread ids, …
    ImportLog log;
};

constexpr std::size_t neverWorthHelp = std::size_t(-1);

// Reads one V2 payload. Errors (nothing was read): FileEmpty; Truncated and SyntaxError with
// "line:column (byte N): reason" as detail; WrongType for what is not a JSON object; FileTooBig
// over 4 GiB; Cancelled. No pointers into `payload` are kept. Any thread. Two threads read an array
// that begins at least `worthHelp` bytes before the end of the payload; the result is the same.
Result<ChunkReading> readChunk(std::string_view payload, const std::stop_token &stop = {},
                               std::size_t worthHelp = neverWorthHelp);

// Reads a payload by the rules of V1 (SENTRY.md §2), whatever its version is. It is as lenient as
// readChunk(), and has the same errors.
Result<ChunkReading> readProfile(std::string_view payload, const std::stop_token &stop = {});

} // namespace ember::model::sentry
