// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"

#include <memory>
#include <vector>

namespace ember::model {

class GrowingSpans;

// Turns samples into durations. Fed with the growing snapshots of one profile it reads only the new
// samples; closed boxes are shared between the tables it returns, and a thread without news shares
// everything. Owned by one thread; many news at once are read in several.
//
// Samples that arrive late and are sorted in before others make their thread start over.
class SpanBuilder {
public:
    SpanBuilder();
    ~SpanBuilder();
    SpanBuilder(const SpanBuilder &) = delete;
    SpanBuilder &operator=(const SpanBuilder &) = delete;

    SpanTablePointer update(const ProfilePointer &profile);

private:
    void readSamples(const Profile &profile);

    CallPaths m_paths;
    std::vector<std::unique_ptr<GrowingSpans>> m_threads; // by ThreadIndex
    std::size_t m_sampleCount = 0; // of the profile read last
};

// For a profile that is complete.
SpanTablePointer buildSpans(const ProfilePointer &profile);

} // namespace ember::model
