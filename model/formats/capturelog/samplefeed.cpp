// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/samplefeed.h"

#include "model/profile/labels.h"

#include <algorithm>
#include <limits>
#include <span>

namespace ember::model::capturelog {

bool SampleFeed::take(ByteReader &from)
{
    m_malformed = false;
    m_ticks.decode(from, *this);
    return !m_malformed;
}

void SampleFeed::removeThread(ThreadSerial thread)
{
    m_ticks.endRun(thread, *this);
    m_ticks.removeThread(thread);
    if (const auto index = m_programs.thread(thread); index.row() < m_ongoing.size())
        m_ongoing[index.row()].hasCalls = false; // a pause adds no sample after a thread's end
}

void SampleFeed::pause(Timestamp time)
{
    m_ticks.endRuns(*this);
    for (const ThreadIndex thread : m_sampled) {
        Ongoing &ongoing = m_ongoing[thread.row()];
        if (ongoing.hasCalls)
            m_builder.addSample(thread,
                                {std::max(time, ongoing.since), emptyStack, SampleDetail{}});
        ongoing = {};
    }
    m_sampled.clear();
}

void SampleFeed::stall(TimeRange range)
{
    pause(range.start);
    m_resumed = range.end;
}

void SampleFeed::beginTick(Timestamp time)
{
    ++m_builder.statistics().ticks;
    m_lastTick = time;
}

void SampleFeed::sample(Timestamp time, const TickSample &sample)
{
    const auto *stack = m_stacks.find(sample.stack);
    const auto thread = m_programs.thread(sample.thread);
    if (stack == nullptr || !thread.isValid()) {
        m_malformed = true;
        return;
    }
    if (!wantsMore())
        return;
    if (m_resumed && time < *m_resumed) {
        leaveOut(1);
        return;
    }
    ++m_samples;
    const NewSample taken{time, stack->index, sample.detail};
    m_builder.addSample(thread, taken);
    remember(thread, taken);
    if (sample.goroutine != 0)
        label(thread, sample.goroutine);
    m_firstSample = std::min(m_firstSample.value_or(time), time);
    m_lastSample = std::max(m_lastSample.value_or(time), time);
    count(sample, *stack);
}

// Labels the thread's newest sample as Go's own profiles do.
void SampleFeed::label(ThreadIndex thread, std::uint64_t goroutine)
{
    Ongoing &ongoing = m_ongoing[thread.row()];
    if (ongoing.goroutine != goroutine) {
        if (goroutine > std::uint64_t(std::numeric_limits<std::int64_t>::max()))
            return;
        const SampleLabel label{"goroutine", {}, static_cast<std::int64_t>(goroutine), {}};
        ongoing.goroutine = goroutine;
        ongoing.labels = m_builder.string(jsonOf(std::span(&label, 1)));
    }
    m_builder.setSampleLabels(thread, ongoing.labels);
}

void SampleFeed::leaveOut(std::uint64_t count)
{
    m_leftOut += count;
    m_builder.statistics().reused += count;
}

void SampleFeed::remember(ThreadIndex thread, const NewSample &sample)
{
    if (thread.row() >= m_ongoing.size())
        m_ongoing.resize(thread.row() + 1);
    Ongoing &ongoing = m_ongoing[thread.row()];
    ongoing.since = sample.time;
    ongoing.hasCalls = sample.stack != emptyStack;
    if (!ongoing.hasCalls || ongoing.isListed)
        return;
    ongoing.isListed = true;
    m_sampled.push_back(thread);
}

void SampleFeed::count(const TickSample &sample, const KnownStack &stack)
{
    auto &statistics = m_builder.statistics();
    if (sample.kind == SampleKind::Credited) {
        ++statistics.reused;
        ++m_repeats;
        return;
    }
    if (const Nanoseconds stop(sample.detail.stopNs); stop > Nanoseconds(0)) {
        ++statistics.suspensions;
        statistics.stopTotal += stop;
        m_stops.add(stop);
    }
    if (stack.index == emptyStack)
        return;
    ++statistics.nativeStacks;
    if (stack.rootReached)
        ++statistics.rootsReached;
    else
        m_builder.countCut(stack.root);
    for (std::size_t method = 0; method < stack.framesByMethod.size(); ++method)
        statistics.framesByMethod[method] += stack.framesByMethod[method];
}

void SampleFeed::publish(Source &source)
{
    source.samples = m_samples + m_leftOut;
    if (m_firstSample)
        source.range = {*m_firstSample, *m_lastSample};
    m_builder.statistics().stopP50 = m_stops.quantile(0.50);
    m_builder.statistics().stopP99 = m_stops.quantile(0.99);
}

} // namespace ember::model::capturelog
