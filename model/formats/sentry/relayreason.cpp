// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/relayreason.h"

namespace ember::model::sentry {

const char *reasonName(RejectReason reason)
{
    switch (reason) {
        using enum RejectReason;
    case InvalidJson: return "profiling_invalid_json";
    case PlatformNotSupported: return "profiling_platform_not_supported";
    case NotEnoughSamples: return "profiling_not_enough_samples";
    case MalformedSamples: return "profiling_malformed_samples";
    case MalformedStacks: return "profiling_malformed_stacks";
    case DurationIsTooLong: return "profiling_duration_is_too_long";
    case ExceedSizeLimit: return "profiling_exceed_size_limit";
    case InvalidProfileType: return "profiling_invalid_profile_type";
    case InvalidSampledProfile: return "profiling_invalid_sampled_profile";
    case InvalidBase64Value: return "profiling_invalid_base64_value";
    case InvalidProfileMetadata: return "profiling_invalid_profile_metadata";
    case InvalidTransactionMetadata: return "profiling_invalid_transaction_metadata";
    case NoTransactionAssociated: return "profiling_no_transaction_associated";
    case TooManyProfiles: return "profiling_too_many_profiles";
    case InvalidEnvelope: return "invalid_envelope";
    case TooLarge: return "too_large";
    }
    return "profiling_invalid_json";
}

std::string toText(const Rejection &rejection)
{
    const auto place = rejection.path.empty() ? std::string() : rejection.path + ": ";
    return std::string(reasonName(rejection.reason)) + " (" + place + rejection.detail + ')';
}

} // namespace ember::model::sentry
