// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

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

// What Relay does with a payload; no rejection: it takes it.
struct Verdict {
    std::optional<Rejection> rejection;

    bool isAccepted() const { return !rejection; }
};

} // namespace ember::model::sentry
