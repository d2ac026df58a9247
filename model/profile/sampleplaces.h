// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/threads.h"

#include <cstddef>

namespace ember::model {

// The thread's first sample at or after `time`; its number of samples if there is none.
SampleIndex firstAtOrAfter(const ThreadSamples &samples, Timestamp time);

// A gap mark is a row that is no sample: it has the empty stack and no source. It ends the calls of
// the sample before it where nobody sampled until the next one. Files have no such rows, so no
// exporter writes one as a sample and nothing counts it.
inline bool isGapMark(const ThreadSamples &samples, SampleIndex row)
{
    return !samples.sources.isEmpty() && !samples.sources[row].isValid();
}

// How many of the rows [first, end) are samples. Linear in them, if samples have several sources.
std::size_t countSamples(const ThreadSamples &samples, SampleIndex first, SampleIndex end);
std::size_t countSamples(const ThreadSamples &samples);

} // namespace ember::model
