// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/threads.h"

#include <cstddef>

namespace ember::model {

// The thread's first sample at or after `time`; its number of samples if there is none.
SampleIndex firstAtOrAfter(const ThreadSamples &samples, Timestamp time);

// Whether the row is a gap mark, which is no sample: it has the empty stack and no source. It ends
// the calls of the sample before it, if none were taken until the next one, or the thread was known
// to be off its CPU. Files have no such rows, so exporters do not write them as samples, and
// nothing counts them.
inline bool isGapMark(const ThreadSamples &samples, SampleIndex row)
{
    return !samples.sources.isEmpty() && !samples.sources[row].isValid();
}

// The number of samples among the rows [first, end). Linear in them if samples have several
// sources.
std::size_t countSamples(const ThreadSamples &samples, SampleIndex first, SampleIndex end);
std::size_t countSamples(const ThreadSamples &samples);

} // namespace ember::model
