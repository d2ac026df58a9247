// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/tickcodec.h"

#include <algorithm>

namespace ember::model::capturelog {

namespace {

// The tag of an entry: FORMAT.md, "Ticks".
constexpr unsigned kindMask = 0x03;
constexpr unsigned taken = 0;
constexpr unsigned credited = 1;
constexpr unsigned absent = 2;
constexpr unsigned hasStack = 0x04;
constexpr unsigned stateMask = 0x18;
constexpr unsigned stateShift = 3;
constexpr unsigned hasCpu = 0x20;
constexpr unsigned hasStop = 0x40;
constexpr unsigned hasOwed = 0x80;

constexpr Nanoseconds cpuStep{1000};
constexpr Nanoseconds stopStep{100};

// Wraps instead of overflowing: times in damaged files can be anything.
Timestamp later(Timestamp time, std::int64_t byNs)
{
    return timestampFromNs(static_cast<std::int64_t>(static_cast<std::uint64_t>(toNs(time))
                                                     + static_cast<std::uint64_t>(byNs)));
}

Nanoseconds steps(std::uint64_t count, Nanoseconds step)
{
    constexpr std::uint64_t most = std::uint64_t(1) << 40U;
    return step * static_cast<std::int64_t>(std::min(count, most));
}

} // namespace

void TickLanes::add(ThreadSerial thread)
{
    const auto place = std::ranges::lower_bound(m_lanes, thread, {}, &TickLane::thread);
    if (place != m_lanes.end() && place->thread == thread)
        return;
    TickLane lane;
    lane.thread = thread;
    m_lanes.insert(place, lane);
}

void TickLanes::remove(ThreadSerial thread)
{
    if (const auto *lane = find(thread))
        m_lanes.erase(m_lanes.begin() + (lane - m_lanes.data()));
}

TickLane *TickLanes::find(ThreadSerial thread)
{
    const auto place = std::ranges::lower_bound(m_lanes, thread, {}, &TickLane::thread);
    return place != m_lanes.end() && place->thread == thread ? &*place : nullptr;
}

void TickEncoder::startSegment(Timestamp base, Nanoseconds period,
                               const std::function<StackId(StackId)> &newStack)
{
    m_base = base;
    m_period = period;
    m_block.clear();
    for (auto &lane : m_lanes) {
        // The stack is only remembered here; the first sample in the new segment says it again.
        lane.remembered = newStack(lane.stack.isValid() ? lane.stack : lane.remembered);
        lane.stack = {};
        lane.hasSample = false;
    }
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

struct TickDecoder::Entry {
    std::uint64_t row = 0;
    unsigned tag = 0;
};

void TickDecoder::startSegment(Timestamp base, Nanoseconds period)
{
    m_base = base;
    m_period = period;
    m_lanes.clear();
}

void TickDecoder::decode(ByteReader &from, TickSink &sink)
{
    m_blockStarts = true;
    while (!from.atEnd() && sink.wantsMore())
        decodeTick(from, sink);
}

bool TickDecoder::takeTime(ByteReader &from)
{
    const auto offset = from.signedVarint();
    if (from.hasFailed())
        return false;
    const auto time = m_blockStarts ? later(m_base, offset)
                                    : later(later(newestTime(), m_period.count()), offset);
    m_blockStarts = false;
    if (!isUsableTime(time)) {
        from.fail();
        return false;
    }
    if (m_times.size() <= maxOwedTicks)
        m_times.push_back(time);
    else
        m_times[m_tickCount % m_times.size()] = time;
    ++m_tickCount;
    return true;
}

Timestamp TickDecoder::timeBefore(std::size_t ticks) const
{
    return m_times[(m_tickCount - 1 - ticks) % m_times.size()];
}

void TickDecoder::decodeTick(ByteReader &from, TickSink &sink)
{
    if (!takeTime(from))
        return;
    auto left = from.varint();
    if (from.hasFailed())
        return;
    sink.beginTick(newestTime());
    std::uint64_t nextRow = 0;
    Entry entry;
    const auto advance = [&] {
        if (left == 0)
            return false;
        --left;
        entry = takeEntry(from, nextRow);
        nextRow = entry.row + 1;
        return !from.hasFailed();
    };
    bool pending = advance();
    for (auto &lane : m_lanes) {
        if (!pending || lane.thread.row() != entry.row) {
            if (lane.hasSample)
                credit(lane, sink);
            continue;
        }
        apply(from, lane, entry.tag, sink);
        pending = advance();
    }
    if (pending) // a thread that is not alive
        from.fail();
}

TickDecoder::Entry TickDecoder::takeEntry(ByteReader &from, std::uint64_t nextRow)
{
    Entry entry;
    entry.row = nextRow + from.varint32();
    entry.tag = from.byte();
    return entry;
}

void TickDecoder::apply(ByteReader &from, TickLane &lane, unsigned tag, TickSink &sink)
{
    if ((tag & kindMask) == absent) {
        lane.hasSample = false;
        return;
    }
    const auto sample = takeSample(from, lane, tag);
    if (from.hasFailed())
        return;
    lane.stack = sample.stack;
    lane.state = sample.state;
    lane.hasSample = true;
    giveOwed(sample, sink);
    sink.sample(newestTime(), sample);
}

TickSample TickDecoder::takeSample(ByteReader &from, const TickLane &lane, unsigned tag)
{
    TickSample sample;
    sample.thread = lane.thread;
    sample.kind = (tag & kindMask) == taken ? SampleKind::Taken : SampleKind::Credited;
    sample.state = static_cast<ThreadState>((tag & stateMask) >> stateShift);
    sample.stack = lane.stack;
    if ((tag & hasStack) != 0) {
        const auto known = lane.stack.isValid() ? std::uint64_t(lane.stack.raw()) : 0;
        const auto stack = known + static_cast<std::uint64_t>(from.signedVarint());
        sample.stack =
            stack < StackId().raw() ? StackId(static_cast<std::size_t>(stack)) : StackId();
    }
    if (!sample.stack.isValid())
        from.fail();
    if ((tag & hasCpu) != 0)
        sample.cpu = steps(from.varint(), cpuStep);
    if ((tag & hasStop) != 0)
        sample.stop = steps(from.varint(), stopStep);
    if ((tag & hasOwed) != 0)
        sample.owedTicks = from.varint32();
    if (sample.owedTicks > maxOwedTicks)
        from.fail();
    return sample;
}

void TickDecoder::giveOwed(const TickSample &sample, TickSink &sink)
{
    // A reader that starts at this segment does not know all the ticks before it.
    const auto known = std::min<std::size_t>(sample.owedTicks, m_times.size() - 1);
    for (auto ticks = known; ticks > 0; --ticks) {
        sink.sample(timeBefore(ticks),
                    {sample.thread, SampleKind::Credited, sample.stack, sample.state, {}, {}, 0});
    }
}

void TickDecoder::credit(TickLane &lane, TickSink &sink)
{
    sink.sample(newestTime(),
                {lane.thread, SampleKind::Credited, lane.stack, lane.state, {}, {}, 0});
}

} // namespace ember::model::capturelog
