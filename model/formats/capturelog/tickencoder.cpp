// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/tickencoder.h"

#include "model/formats/capturelog/ticktag.h"

#include <algorithm>

namespace ember::model::capturelog {

using namespace ticktag;

void TickEncoder::startSegment(Timestamp base, Nanoseconds period,
                               const std::function<StackId(StackId)> &newStack)
{
    m_base = base;
    m_period = period;
    m_block.clear();
    m_calls.clear();
    for (auto &lane : m_lanes) {
        // The stack is only remembered here; the first sample in the new segment says it again.
        lane.remembered = newStack(lane.stack.isValid() ? lane.stack : lane.remembered);
        lane.stack = {};
        lane.hasSample = false;
    }
}

bool TickEncoder::needsNewBlock(std::span<const TickSample> samples) const
{
    return !m_block.isEmpty() && std::ranges::any_of(samples, [this](const TickSample &sample) {
        return sample.kind == SampleKind::Taken && sample.state == ThreadState::Blocked
            && m_calls.contradicts(sample.stack, sample.call);
    });
}

std::uint64_t TickEncoder::tick(Timestamp time, std::span<const TickSample> samples)
{
    m_sorted.clear();
    for (const auto &sample : samples)
        m_sorted.push_back(&sample);
    const auto threadOf = [](const TickSample *sample) { return sample->thread; };
    if (!std::ranges::is_sorted(m_sorted, {}, threadOf))
        std::ranges::sort(m_sorted, {}, threadOf);

    m_entries.clear();
    m_entryCount = 0;
    m_nextRow = 0;
    m_calls.startTick();
    std::uint64_t written = 0;
    auto next = m_sorted.begin();
    for (auto &lane : m_lanes) {
        while (next != m_sorted.end() && (*next)->thread < lane.thread)
            ++next;
        const bool present = next != m_sorted.end() && (*next)->thread == lane.thread;
        put(lane, present ? *next : nullptr);
        written += present ? 1 + (*next)->owedTicks : 0;
    }
    putTime(time);
    m_block.varint(m_entryCount);
    m_block.raw(m_entries.view());
    return written;
}

void TickEncoder::putTime(Timestamp time)
{
    m_block.signedVarint(
        (m_block.isEmpty() ? time - m_base : time - m_lastTime - m_period).count());
    m_lastTime = time;
}

void TickEncoder::put(TickLane &lane, const TickSample *sample)
{
    if (sample == nullptr) {
        if (lane.hasSample)
            putEntry(lane.thread, absent);
        lane.hasSample = false;
        return;
    }
    const bool expected = lane.hasSample && sample->kind == SampleKind::Credited
        && sample->state == lane.state && sample->owedTicks == 0 && sample->cpu == Nanoseconds(0)
        && sample->stop == Nanoseconds(0);
    if (!expected)
        putSample(lane, *sample);
    lane.hasSample = true;
    lane.state = sample->state;
}

void TickEncoder::putSample(TickLane &lane, const TickSample &sample)
{
    const auto stack = sample.kind == SampleKind::Taken ? sample.stack
        : lane.stack.isValid()                          ? lane.stack
                                                        : lane.remembered;
    if (sample.kind == SampleKind::Taken)
        lane.call = sample.call;
    const bool isSaidAnew = sample.kind == SampleKind::Taken || lane.stack != stack;
    if (isSaidAnew && sample.state == ThreadState::Blocked)
        m_calls.say(stack, lane.call);
    const auto cpu = std::max(sample.cpu, Nanoseconds(0)) + lane.cpuRest;
    const auto cpuSteps = static_cast<std::uint64_t>(cpu / cpuStep);
    lane.cpuRest = cpu % cpuStep;
    const auto stopSteps = sample.stop > Nanoseconds(0)
        ? std::max<std::int64_t>((sample.stop + stopStep / 2) / stopStep, 1)
        : 0;
    const auto owed = std::min(sample.owedTicks, maxOwedTicks);

    unsigned tag = sample.kind == SampleKind::Taken ? taken : credited;
    tag |= static_cast<unsigned>(sample.state) << stateShift;
    tag |= lane.stack != stack ? hasStack : 0U;
    tag |= cpuSteps > 0 ? hasCpu : 0U;
    tag |= stopSteps > 0 ? hasStop : 0U;
    tag |= owed > 0 ? hasOwed : 0U;
    putEntry(lane.thread, tag);
    if ((tag & hasStack) != 0) {
        m_entries.signedVarint(static_cast<std::int64_t>(stack.raw())
                               - (lane.stack.isValid() ? std::int64_t(lane.stack.raw()) : 0));
    }
    if (cpuSteps > 0)
        m_entries.varint(cpuSteps);
    if (stopSteps > 0)
        m_entries.varint(static_cast<std::uint64_t>(stopSteps));
    if (owed > 0)
        m_entries.varint(owed);
    lane.stack = stack;
}

void TickEncoder::putEntry(ThreadSerial thread, unsigned tag)
{
    m_entries.varint(thread.row() - m_nextRow);
    m_entries.byte(static_cast<std::uint8_t>(tag));
    m_nextRow = thread.row() + 1;
    ++m_entryCount;
}

} // namespace ember::model::capturelog
