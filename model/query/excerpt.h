// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/query/selection.h"

#include <cstdint>

namespace ember::model {

// A part of a profile, as a profile of its own.
struct Excerpt {
    ProfilePointer profile;
    std::uint64_t samplesLeftOut = 0;
    std::uint64_t threadsLeftOut = 0; // threads with samples that have none in the excerpt
};

// Returns the selected samples, cut to the range as all sums cut them: a sample that lasts into the
// range begins at its start, and an empty stack at its end ends the calls that go on. Samples that
// do not count by what their thread did become holes, of an empty stack each. Rows of threads,
// stacks and all that they refer to stay the same, but threads that are not selected have no
// samples. Measured values, spans, transactions, events and output are those of the range. The
// filters of calls are ignored. If everything is selected, the profile itself.
Excerpt excerpt(const ProfilePointer &profile, const Selection &selection);

} // namespace ember::model
