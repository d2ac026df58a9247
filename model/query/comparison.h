// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/query/callweights.h"
#include "model/query/samplingerror.h"

#include <optional>
#include <string>
#include <vector>

namespace ember::model {

// What makes amounts of two selections comparable.
enum class Normalisation : std::uint8_t {
    PerSecond, // of the range, without gaps and pauses: right for what goes on and on
    Share, // of all that is counted: also where samples have no time
    Amount, // as it is: right for work that ends
};

// Whether a difference may come from having taken samples only.
enum class Noise : std::uint8_t { Within, Beyond, Unknown };

// Beyond noise is a difference of more than so many standard deviations: of a thousand calls that
// are the same in both, that is said of one.
constexpr double noiseLimit = 3.29;

// An amount before and after, normalised.
struct ComparedAmount {
    double before = 0;
    double after = 0;
    Noise noise = Noise::Unknown;

    double difference() const { return after - before; }
    // After ÷ before; none: it was not there before.
    std::optional<double> ratio() const
    {
        return before > 0 ? std::optional(after / before) : std::nullopt;
    }
};

// Functions are matched by their sharedIdentity() (samefunction.h).
struct ComparedFunction {
    FrameIndex before; // an example in each profile; invalid: it has no samples there
    FrameIndex after;
    std::string name;
    std::string module;
    std::string file; // as `after` has it, else `before`
    ComparedAmount self;
    ComparedAmount total;
};

// One of the two.
struct ComparedSide {
    CallWeightsPointer calls;
    SamplingError error;
    double scale = 0; // makes an amount a normalised one
};

// Two weighed selections and what has changed from one to the other. Immutable.
struct Comparison {
    ComparedSide before;
    ComparedSide after;
    Normalisation by = Normalisation::PerSecond;
    std::vector<ComparedFunction> functions; // largest difference of self first
    // The same way of functions in the other profile, by path; invalid: nobody took it there.
    std::vector<PathIndex> pathBefore; // by path of `after`
    std::vector<PathIndex> pathAfter; // by path of `before`

    // Of a path and its counterpart, with all calls below; either may be invalid. Of all calls
    // there is no verdict: their sum is mostly how many threads there were, which sampling has no
    // part in.
    ComparedAmount ofPaths(PathIndex pathInBefore, PathIndex pathInAfter) const;
};

// The difference of two normalised amounts is held against the normal distribution (a z-test): its
// variance is the sum of both sampling errors, and of one sample more on each side, so that what
// was seen once or twice proves nothing. What that can and cannot tell is in samplingerror.h.
//
// Where samples have no time, or the range no sampled time, amounts per second become shares.
// Errors: InvalidArgument, the two are not measured by the same.
Result<Comparison> compare(CallWeightsPointer before, CallWeightsPointer after, Normalisation by);

} // namespace ember::model
