// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/boxbudget.h"
#include "model/spans/idlestacks.h"
#include "model/spans/spantable.h"

#include <cstddef>
#include <memory>
#include <stop_token>
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
    // `bytesAtLeast`: what boxes may take beside what each sample allows (boxbudget.h).
    explicit SpanBuilder(std::size_t bytesAtLeast = BoxBudget::bytesAtLeast);
    ~SpanBuilder();
    SpanBuilder(const SpanBuilder &) = delete;
    SpanBuilder &operator=(const SpanBuilder &) = delete;

    // Throws TooManyBoxes, a bad_alloc, and, once the stop is requested, BoxesUnwanted: then it is
    // of no more use. `recorded`: what cut stacks of `profile` were bridged in (cutbridge.h).
    SpanTablePointer update(const ProfilePointer &profile, const std::stop_token &stop = {},
                            const ProfilePointer &recorded = nullptr);

private:
    void readSamples(const Profile &profile);

    BoxBudget m_budget;
    CallPaths m_paths;
    IdleStacks m_idle;
    std::vector<std::unique_ptr<GrowingSpans>> m_threads; // by ThreadIndex
    std::size_t m_sampleCount = 0; // of the profile read last
};

// For a profile that is complete. Throws likewise.
SpanTablePointer buildSpans(const ProfilePointer &profile, const std::stop_token &stop = {});

// Likewise; cut stacks may be bridged.
SpanTablePointer buildSpans(const ProfilePointer &recorded, CutStacks cutStacks,
                            const std::stop_token &stop = {});

} // namespace ember::model
