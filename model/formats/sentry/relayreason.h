// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
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

} // namespace ember::model::sentry
