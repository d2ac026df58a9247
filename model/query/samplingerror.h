// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callweights.h"

#include <cstdint>
#include <vector>

namespace ember::model {

// The interval in which a share lies, as far as samples show; 0 … 1.
struct ShareInterval {
    double low = 0;
    double high = 1;
};

// The share of something that was seen in `hits` of `samples` samples, with 95 % confidence:
// Wilson's score interval (J. Am. Stat. Assoc. 22, 1927).
//
// Each sample is taken for an independent draw, as another run of the same program would make it.
// If few long calls make up the samples, neighbours depend on each other, and this run is known
// better than the interval says; a program that works in step with the sampler is known worse.
ShareInterval shareInterval(std::uint64_t hits, std::uint64_t samples);

// How far sums may be off because threads are sampled only now and then: estimated variances, in
// amounts (CallWeights::amount) squared.
//
// Samples of one thread in time order are a systematic sample, and those next to each other are
// alike. Their variance is estimated from successive differences (W. G. Cochran, "Sampling
// Techniques", 3rd ed., ch. 8; K. M. Wolter, "Introduction to Variance Estimation", ch. 8, the
// estimator v2; the idea is von Neumann et al., "The mean square successive difference", 1941):
// every switch into or out of a call adds half the square of what one sample stood for there.
// So a visit, a run of samples in which a call goes on unbroken, counts as one observation however
// long it is; and where each sample is independent of the last, it is the binomial variance. The
// place of a switch is better known than that: it lies between two samples.
//
// A visit may last longer another time although the program is the same. As two profiles do not
// show by how much, its length is assumed to have a standard deviation of a twentieth
// (visitSpread).
//
// Values of samples in time order (bytes allocated) count as one event each. Samples without time
// are sums of an unknown number of events, unless their file has a value "samples", which is that
// number.
//
// Not covered are another input, a busier machine, a rate in step with the program's own, and times
// before the first and after the last sample.
struct SamplingError {
    bool isKnown = false; // false: the variances are not known
    double one = 0; // the variance of one sample, or event, more or less
    std::vector<double> paths; // variances of CallWeights::total, by path
    // Variances of the amounts as the leaf, and anywhere in the stack; by function.
    std::vector<double> self;
    std::vector<double> total;
};

constexpr double visitSpread = 0.05;

// Estimates the error. Linear in the samples of the selection and in the calls that change from one
// to the next. If these are more than 50 million plus 100 per sample, the error is empty: unknown.
SamplingError samplingError(const CallWeights &calls);

} // namespace ember::model
