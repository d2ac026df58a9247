// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/query/callweights.h"
#include "model/query/samplingerror.h"

#include <optional>
#include <string>
#include <vector>

namespace ember::model {

// How amounts of two selections are made comparable.
enum class Normalisation : std::uint8_t {
    PerSecond, // amount per second of the range, without gaps and pauses: for work that goes on
    Share, // part of the whole; also for samples without time
    Amount, // the amount itself, not normalised: for work that ends
};

// Whether a difference may come from sampling alone.
enum class Noise : std::uint8_t { Within, Beyond, Unknown };

// A difference of more standard deviations than this is beyond noise. By chance, one of a thousand
// calls that are equal in both has such a difference.
constexpr double noiseLimit = 3.29;

// An amount before and after, normalised.
struct ComparedAmount {
    double before = 0;
    double after = 0;
    Noise noise = Noise::Unknown;

    double difference() const { return after - before; }
    // The quotient after ÷ before; nullopt if `before` is 0.
    std::optional<double> ratio() const
    {
        return before > 0 ? std::optional(after / before) : std::nullopt;
    }
};

// A function of one or both profiles. It is matched by sharedIdentity() (counterparts.h); if the
// other profile lacks its file, by name and module where these are unambiguous.
struct ComparedFunction {
    FrameIndex before; // an example in each profile; invalid: it has no samples there
    FrameIndex after;
    std::string name;
    std::string module;
    std::string file; // as `after` has it, else `before`
    ComparedAmount self;
    ComparedAmount total;
};

// One of the two selections that are compared.
struct ComparedSide {
    CallWeightsPointer calls;
    SamplingError error;
    double scale = 0; // factor that normalises an amount
};

// Two weighed selections and what has changed from one to the other. Immutable.
struct Comparison {
    ComparedSide before;
    ComparedSide after;
    Normalisation by = Normalisation::PerSecond;
    std::vector<ComparedFunction> functions; // largest difference of self first
    // For each path the path of the same functions in the other profile; invalid: no sample has it
    // there.
    std::vector<PathIndex> pathBefore; // by path of `after`
    std::vector<PathIndex> pathAfter; // by path of `before`

    // Compares a path with its counterpart, with all calls below; either may be invalid. The sum of
    // all calls has Noise::Unknown: it depends mostly on the number of threads, which sampling has
    // no part in.
    ComparedAmount ofPaths(PathIndex pathInBefore, PathIndex pathInAfter) const;
};

// Compares two selections. Differences of normalised amounts are judged by the normal distribution
// (a z-test): the variance is the sum of both sampling errors, and of one sample more on each side,
// so that what was seen once or twice proves nothing. The limits of this are in samplingerror.h.
//
// If samples have no time, or the range has no sampled time, amounts per second become shares.
// Errors: InvalidArgument if the two are not measured in the same: time, samples or one type of
// values.
Result<Comparison> compare(CallWeightsPointer before, CallWeightsPointer after, Normalisation by);

} // namespace ember::model
