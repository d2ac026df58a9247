// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/tickcodec.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ember::model::capturelog {

using namespace ticktag;

void StackCalls::take(ByteReader &from)
{
    while (!from.atEnd()) {
        const StackId stack(from.varint32());
        const auto call = from.varint();
        if (call > static_cast<std::uint64_t>(noSystemCall))
            from.fail();
        if (from.hasFailed())
            return;
        if (call == 0)
            m_calls.erase(stack);
        else
            m_calls[stack] = SystemCall(call - 1);
    }
}

bool StackCallsEncoder::contradicts(StackId stack, SystemCall call) const
{
    const auto said = m_said.find(stack);
    return said != m_said.end() && said->second.call != call;
}

void StackCallsEncoder::say(StackId stack, SystemCall call)
{
    const auto place = m_said.try_emplace(stack).first;
    auto &said = place->second;
    const bool isOfThisTick = std::exchange(said.tick, m_tick) == m_tick;
    if (said.call == call)
        return;
    said.call = isOfThisTick ? noSystemCall : call;
    write(stack, said.call);
}

void StackCallsEncoder::clear()
{
    m_said.clear();
    m_payload.clear();
}

void StackCallsEncoder::write(StackId stack, SystemCall call)
{
    m_payload.varint(stack.raw());
    m_payload.varint(call == noSystemCall ? 0 : static_cast<std::uint64_t>(call) + 1);
}

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
    m_calls.clear();
    for (auto &lane : m_lanes) {
        // The stack is only remembered here; the first sample in the new segment writes it again.
        lane.remembered = newStack(lane.stack.isValid() ? lane.stack : lane.remembered);
        lane.stack = {};
        lane.saidGoroutine = 0;
        lane.hasSample = false;
    }
}

bool TickEncoder::needsNewBlock(std::span<const TickSample> samples) const
{
    return !m_block.isEmpty() && std::ranges::any_of(samples, [this](const TickSample &sample) {
        return sample.kind == SampleKind::Taken && sample.detail.state == ThreadState::Blocked
            && m_calls.contradicts(sample.stack, sample.detail.call);
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
        written += present ? 1 + std::min((*next)->owedTicks, maxOwedTicks) : 0;
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
        && sample->detail.state == lane.latest.state && sample->owedTicks == 0
        && sample->detail.cpuNs == 0 && sample->detail.stopNs == 0;
    if (!expected)
        putSample(lane, *sample);
    lane.hasSample = true;
    lane.latest.state = sample->detail.state;
}

void TickEncoder::putSample(TickLane &lane, const TickSample &sample)
{
    const auto stack = sample.kind == SampleKind::Taken ? sample.stack
        : lane.stack.isValid()                          ? lane.stack
                                                        : lane.remembered;
    if (sample.kind == SampleKind::Taken) {
        lane.latest.call = sample.detail.call;
        lane.goroutine = sample.goroutine;
    }
    const bool isSaidAnew = sample.kind == SampleKind::Taken || lane.stack != stack;
    if (isSaidAnew && sample.detail.state == ThreadState::Blocked)
        m_calls.say(stack, lane.latest.call);
    const auto cpu = Nanoseconds(sample.detail.cpuNs) + lane.cpuRest;
    const auto cpuSteps = static_cast<std::uint64_t>(cpu / cpuStep);
    lane.cpuRest = cpu % cpuStep;
    const auto stop = Nanoseconds(sample.detail.stopNs);
    const auto stopSteps =
        stop > Nanoseconds(0) ? std::max<std::int64_t>((stop + stopStep / 2) / stopStep, 1) : 0;
    const auto owed = std::min(sample.owedTicks, maxOwedTicks);

    unsigned tag = sample.kind == SampleKind::Taken ? taken : credited;
    tag |= static_cast<unsigned>(sample.detail.state) << stateShift;
    tag |= lane.stack != stack ? hasStack : 0U;
    tag |= cpuSteps > 0 ? hasCpu : 0U;
    tag |= stopSteps > 0 ? hasStop : 0U;
    tag |= owed > 0 ? hasOwed : 0U;
    m_sample.clear();
    m_sample.byte(static_cast<std::uint8_t>(tag));
    if ((tag & hasStack) != 0) {
        m_sample.signedVarint(static_cast<std::int64_t>(stack.raw())
                              - (lane.stack.isValid() ? std::int64_t(lane.stack.raw()) : 0));
    }
    if (cpuSteps > 0)
        m_sample.varint(cpuSteps);
    if (stopSteps > 0)
        m_sample.varint(static_cast<std::uint64_t>(stopSteps));
    if (owed > 0)
        m_sample.varint(owed);
    lane.stack = stack;
    if (std::exchange(lane.saidGoroutine, lane.goroutine) != lane.goroutine) {
        putExtended(lane.thread, lane.goroutine);
        return;
    }
    beginEntry(lane.thread);
    m_entries.raw(m_sample.view());
}

// Writes an extended entry of the thread: the sample that is encoded in m_sample, and the
// goroutine, which is another than the segment has for the thread.
void TickEncoder::putExtended(ThreadSerial thread, std::uint64_t goroutine)
{
    m_sample.varint(tickfield::goroutine);
    m_sample.varint(goroutine);
    const auto size = static_cast<unsigned>(m_sample.size());
    putEntry(thread, extended | std::min(size, longLength) << lengthShift);
    if (size >= longLength)
        m_entries.varint(size);
    m_entries.raw(m_sample.view());
}

void TickEncoder::putEntry(ThreadSerial thread, unsigned tag)
{
    beginEntry(thread);
    m_entries.byte(static_cast<std::uint8_t>(tag));
}

void TickEncoder::beginEntry(ThreadSerial thread)
{
    m_entries.varint(thread.row() - m_nextRow);
    m_nextRow = thread.row() + 1;
    ++m_entryCount;
}

namespace {

// Adds to a time. Wraps instead of overflowing: damaged files may have any times.
Timestamp later(Timestamp time, std::int64_t byNs)
{
    return timestampFromNs(static_cast<std::int64_t>(static_cast<std::uint64_t>(toNs(time))
                                                     + static_cast<std::uint64_t>(byNs)));
}

// Converts steps to nanoseconds. Saturates at the largest value of a SampleDetail.
std::uint32_t nsOf(std::uint64_t steps, Nanoseconds step)
{
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    return static_cast<std::uint32_t>(
        std::min(std::min(steps, most) * static_cast<std::uint64_t>(step.count()), most));
}

} // namespace

struct TickDecoder::Entry {
    std::uint64_t row = 0;
    unsigned tag = 0;
};

void TickDecoder::startSegment(Timestamp base, Nanoseconds period)
{
    m_base = base;
    m_period = period;
    m_lanes.clear();
    m_calls.clear();
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
    m_givesRuns = m_givesRuns || sink.wantsRuns();
    if (m_givesRuns && !std::exchange(m_givesNext, false)) {
        decodeEntries(from, left, sink);
        return;
    }
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
    if (pending) // the thread is not alive
        from.fail();
}

// Decodes the entries of a tick. Threads without an entry go on as they were: nothing is done for
// them.
void TickDecoder::decodeEntries(ByteReader &from, std::uint64_t count, TickSink &sink)
{
    std::uint64_t nextRow = 0;
    for (; count > 0; --count) {
        const auto entry = takeEntry(from, nextRow);
        if (from.hasFailed())
            return;
        nextRow = entry.row + 1;
        const bool canBe = entry.row < ThreadSerial().raw();
        auto *const lane =
            canBe ? m_lanes.find(ThreadSerial(static_cast<std::size_t>(entry.row))) : nullptr;
        if (lane == nullptr) { // the thread is not alive
            from.fail();
            return;
        }
        apply(from, *lane, entry.tag, sink);
    }
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
    if ((tag & kindMask) == extended) {
        applyExtended(from, lane, tag, sink);
    } else if ((tag & kindMask) == absent) {
        leave(lane, sink);
    } else {
        const auto sample = takeSample(from, lane, tag);
        if (!from.hasFailed())
            give(lane, sample, sink);
    }
}

// Notes that the thread has no sample at this tick.
void TickDecoder::leave(TickLane &lane, TickSink &sink)
{
    if (m_givesRuns && lane.hasSample)
        sink.leaveOut(m_tickCount - 1 - lane.given);
    lane.hasSample = false;
}

void TickDecoder::give(TickLane &lane, const TickSample &sample, TickSink &sink)
{
    if (m_givesRuns && lane.hasSample)
        sink.leaveOut(m_tickCount - 1 - lane.given);
    lane.stack = sample.stack;
    lane.latest = sample.detail;
    lane.latest.cpuNs = 0;
    lane.latest.stopNs = 0;
    lane.goroutine = sample.goroutine;
    lane.hasSample = true;
    lane.given = m_tickCount;
    giveOwed(lane, sample.owedTicks, sink);
    sink.sample(newestTime(), sample);
}

// Applies an extended entry. Fields of newer versions follow the known ones and are skipped.
void TickDecoder::applyExtended(ByteReader &from, TickLane &lane, unsigned tag, TickSink &sink)
{
    const auto length = tag >> lengthShift;
    auto entry = from.part(length == longLength ? from.varint() : length);
    const unsigned extendedTag = entry.byte();
    if (entry.hasFailed() || (extendedTag & kindMask) == extended) {
        from.fail();
        return;
    }
    if ((extendedTag & kindMask) == absent) {
        leave(lane, sink);
        if (!entry.atEnd())
            sink.passOver();
        return;
    }
    auto sample = takeSample(entry, lane, extendedTag);
    const bool isWhole = entry.hasFailed() || takeFields(entry, sample);
    if (entry.hasFailed()) {
        from.fail();
        return;
    }
    give(lane, sample, sink);
    if (!isWhole)
        sink.passOver();
}

// Reads the known fields of an extended entry; returns whether the entry has no others.
bool TickDecoder::takeFields(ByteReader &from, TickSample &sample)
{
    if (from.atEnd())
        return true;
    const auto fields = from.varint();
    if ((fields & tickfield::goroutine) != 0)
        sample.goroutine = from.varint();
    return (fields & ~tickfield::goroutine) == 0 && from.atEnd();
}

TickSample TickDecoder::takeSample(ByteReader &from, const TickLane &lane, unsigned tag)
{
    TickSample sample;
    sample.thread = lane.thread;
    sample.kind = (tag & kindMask) == taken ? SampleKind::Taken : SampleKind::Credited;
    sample.detail.state = static_cast<ThreadState>((tag & stateMask) >> stateShift);
    sample.stack = lane.stack;
    sample.goroutine = lane.goroutine;
    if ((tag & hasStack) != 0) {
        const auto known = lane.stack.isValid() ? std::uint64_t(lane.stack.raw()) : 0;
        const auto stack = known + static_cast<std::uint64_t>(from.signedVarint());
        sample.stack =
            stack < StackId().raw() ? StackId(static_cast<std::size_t>(stack)) : StackId();
    }
    if (!sample.stack.isValid())
        from.fail();
    const bool isSaidAnew = sample.kind == SampleKind::Taken || (tag & hasStack) != 0;
    if (sample.detail.state == ThreadState::Blocked)
        sample.detail.call = isSaidAnew ? m_calls.of(sample.stack) : lane.latest.call;
    if ((tag & hasCpu) != 0)
        sample.detail.cpuNs = nsOf(from.varint(), cpuStep);
    if ((tag & hasStop) != 0)
        sample.detail.stopNs = nsOf(from.varint(), stopStep);
    if ((tag & hasOwed) != 0)
        sample.owedTicks = from.varint32();
    if (sample.owedTicks > maxOwedTicks)
        from.fail();
    return sample;
}

void TickDecoder::giveOwed(const TickLane &lane, std::size_t owedTicks, TickSink &sink)
{
    // A reader that starts at this segment does not have all the ticks before it.
    const auto known = std::min(owedTicks, m_times.size() - 1);
    for (auto ticks = known; ticks > 0; --ticks) {
        sink.sample(timeBefore(ticks), lane.credit());
        if (m_givesRuns || sink.wantsRuns()) {
            sink.leaveOut(ticks - 1);
            return;
        }
    }
}

void TickDecoder::endRuns(TickSink &sink)
{
    for (auto &lane : m_lanes)
        endRun(lane, sink);
    m_givesNext = m_givesRuns;
}

void TickDecoder::endRun(ThreadSerial thread, TickSink &sink)
{
    if (auto *const lane = m_lanes.find(thread))
        endRun(*lane, sink);
}

void TickDecoder::endRun(TickLane &lane, TickSink &sink)
{
    if (!m_givesRuns || !lane.hasSample || lane.given >= m_tickCount)
        return;
    sink.leaveOut(m_tickCount - lane.given - 1);
    credit(lane, sink);
}

void TickDecoder::credit(TickLane &lane, TickSink &sink)
{
    lane.given = m_tickCount;
    sink.sample(newestTime(), lane.credit());
}

} // namespace ember::model::capturelog
