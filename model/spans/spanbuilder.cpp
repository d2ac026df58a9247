// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/spanbuilder.h"

#include "model/spans/growingspans.h"

namespace ember::model {

SpanBuilder::SpanBuilder() = default;
SpanBuilder::~SpanBuilder() = default;

SpanTablePointer SpanBuilder::update(const ProfilePointer &profile)
{
    m_paths.update(*profile);
    auto table = std::make_shared<SpanTable>();
    table->m_profile = profile;
    table->m_threads.reserve(profile->threadCount());
    while (m_threads.size() < profile->threadCount())
        m_threads.push_back(std::make_unique<GrowingSpans>());
    for (std::size_t row = 0; row < profile->threadCount(); ++row) {
        auto &thread = *m_threads[row];
        const auto &samples = profile->sharedSamples(ThreadIndex(row));
        // Samples without time have no order, either: there is nothing to draw.
        if (profile->tables().origin == TimeOrigin::None)
            thread.leaveOut(samples);
        else
            thread.update(samples, m_paths);
        table->m_threads.push_back(thread.published());
        table->m_boxCount += thread.boxCount();
    }
    table->m_paths = m_paths.nodes();
    table->m_stackPaths = m_paths.stackPaths();
    return table;
}

SpanTablePointer buildSpans(const ProfilePointer &profile)
{
    return SpanBuilder().update(profile);
}

} // namespace ember::model
