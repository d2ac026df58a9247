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
// samples; the tables that it returns share closed boxes, and all spans of threads without new
// samples. Owned by one thread; many new samples at once are read in several threads.
//
// If samples arrive late and are sorted in before others, their thread is read again from the
// start.
class SpanBuilder {
public:
    // `bytesAtLeast`: bytes that boxes may take beside those that each sample allows (boxbudget.h).
    explicit SpanBuilder(std::size_t bytesAtLeast = BoxBudget::bytesAtLeast);
    ~SpanBuilder();
    SpanBuilder(const SpanBuilder &) = delete;
    SpanBuilder &operator=(const SpanBuilder &) = delete;

    // Returns the spans of a profile as it was recorded, or as it is shown. Throws TooManyBoxes
    // and, once the stop is requested, BoxesUnwanted; the builder is unusable then.
    SpanTablePointer update(const ProfilePointer &recorded, const std::stop_token &stop = {});
    SpanTablePointer update(const ShownProfile &stacks, const std::stop_token &stop = {});

private:
    void readSamples(const Profile &profile);

    BoxBudget m_budget;
    CallPaths m_paths;
    IdleStacks m_idle;
    FutexStacks m_futexes;
    std::vector<std::unique_ptr<GrowingSpans>> m_threads; // by ThreadIndex
    std::size_t m_sampleCount = 0; // of the profile read last
};

// The spans of a profile that is complete, of its stacks as recorded. Throws what
// SpanBuilder::update() throws.
SpanTablePointer buildSpans(const ProfilePointer &profile, const std::stop_token &stop = {});

// The same, of its stacks as they are to be shown.
SpanTablePointer buildSpans(const ProfilePointer &recorded, StackChoice choice,
                            const std::stop_token &stop = {});

} // namespace ember::model
