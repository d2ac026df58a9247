// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/spanbuilder.h"

#include "model/core/parallel.h"
#include "model/profile/lastsample.h"
#include "model/spans/growingspans.h"

#include <utility>

namespace ember::model {

namespace {

// The fewest new samples that are read in several threads: reading fewer takes less time than
// starting these.
constexpr std::size_t worthThreads = 50'000;

} // namespace

SpanBuilder::SpanBuilder(std::size_t bytesAtLeast) : m_budget(bytesAtLeast) { }

SpanBuilder::~SpanBuilder() = default;

SpanTablePointer SpanBuilder::update(const ProfilePointer &recorded, const std::stop_token &stop)
{
    return update({recorded, recorded, recorded, stacksAsRecorded}, stop);
}

SpanTablePointer SpanBuilder::update(const ShownProfile &stacks, const std::stop_token &stop)
{
    const auto &profile = stacks.shown;
    m_budget.allow(profile->sampleCount(), stop);
    m_idle.update(*profile);
    m_futexes.update(*profile);
    m_paths.update(*profile);
    auto table = std::make_shared<SpanTable>();
    table->m_stacks = stacks;
    table->m_threads.reserve(profile->threadCount());
    while (m_threads.size() < profile->threadCount())
        m_threads.push_back(std::make_unique<GrowingSpans>(m_budget));
    readSamples(*profile);
    for (std::size_t row = 0; row < profile->threadCount(); ++row) {
        table->m_threads.push_back(m_threads[row]->published());
        table->m_boxCount += m_threads[row]->boxCount();
    }
    table->m_paths = m_paths.nodes();
    table->m_stackPaths = m_paths.stackPaths();
    return table;
}

void SpanBuilder::readSamples(const Profile &profile)
{
    const auto read = [&](std::size_t row) {
        const auto &samples = profile.sharedSamples(ThreadIndex(row));
        // Samples without time have no order, either: there is nothing to draw.
        if (profile.tables().origin == TimeOrigin::None)
            m_threads[row]->leaveOut(samples);
        else
            m_threads[row]->update(samples, m_paths, lastDuration(profile, ThreadIndex(row)),
                                   m_idle.list(), m_futexes);
    };
    const auto news = profile.sampleCount() - std::exchange(m_sampleCount, profile.sampleCount());
    if (news >= worthThreads) {
        forEachInParallel(profile.threadCount(), read);
        return;
    }
    for (std::size_t row = 0; row < profile.threadCount(); ++row)
        read(row);
}

SpanTablePointer buildSpans(const ProfilePointer &profile, const std::stop_token &stop)
{
    return SpanBuilder().update(profile, stop);
}

SpanTablePointer buildSpans(const ProfilePointer &recorded, StackChoice choice,
                            const std::stop_token &stop)
{
    return SpanBuilder().update(ShownStacks::of(recorded, choice), stop);
}

} // namespace ember::model
