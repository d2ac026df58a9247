// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/threads.h"

namespace ember::model {

// The thread's first sample at or after `time`; its number of samples if there is none.
SampleIndex firstAtOrAfter(const ThreadSamples &samples, Timestamp time);

} // namespace ember::model
