// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/tickdecoder.h"

#include "model/formats/capturelog/ticktag.h"

#include <algorithm>
#include <utility>

namespace ember::model::capturelog {

using namespace ticktag;

namespace {

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
    if (pending) // a thread that is not alive
        from.fail();
}

// Those that a tick does not name go on as they were: nothing is done for them.
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
        if (lane == nullptr) { // a thread that is not alive
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
    if (m_givesRuns && lane.hasSample)
        sink.leaveOut(m_tickCount - 1 - lane.given);
    if ((tag & kindMask) == absent) {
        lane.hasSample = false;
        return;
    }
    const auto sample = takeSample(from, lane, tag);
    if (from.hasFailed())
        return;
    lane.stack = sample.stack;
    lane.state = sample.state;
    lane.call = sample.call;
    lane.hasSample = true;
    lane.given = m_tickCount;
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
    const bool isSaidAnew = sample.kind == SampleKind::Taken || (tag & hasStack) != 0;
    if (sample.state == ThreadState::Blocked)
        sample.call = isSaidAnew ? m_calls.of(sample.stack) : lane.call;
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
                    {sample.thread,
                     SampleKind::Credited,
                     sample.stack,
                     sample.state,
                     {},
                     {},
                     0,
                     sample.call});
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
    sink.sample(newestTime(),
                {lane.thread, SampleKind::Credited, lane.stack, lane.state, {}, {}, 0, lane.call});
}

} // namespace ember::model::capturelog
