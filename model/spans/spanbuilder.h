// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"

#include <deque>

namespace ember::model {

// Turns samples into durations. Fed with the growing snapshots of one profile it reads only the new
// samples; closed boxes are shared between the tables it returns. Owned by one thread.
class SpanBuilder {
public:
    SpanTablePointer update(const ProfilePointer &profile);

private:
    struct GrowingThread;

    CallPaths m_paths;
    std::deque<std::shared_ptr<GrowingThread>> m_threads; // by ThreadIndex
};

// For a profile that is complete.
SpanTablePointer buildSpans(const ProfilePointer &profile);

} // namespace ember::model
