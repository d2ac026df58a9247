// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/bytereader.h"
#include "model/formats/capturelog/bytewriter.h"
#include "model/formats/capturelog/records.h"

#include <functional>
#include <span>
#include <vector>

namespace ember::model::capturelog {

// What both sides of a log remember of a live thread from tick to tick. A tick says only which
// threads did otherwise than expected: one that had a sample is expected to be credited with the
// same stack again, one that had none to have none. So idle threads cost nothing.
struct TickLane {
    ThreadSerial thread;
    StackId stack; // invalid: not said yet in this segment
    ThreadState state = ThreadState::Unknown;
    bool hasSample = false; // had one at the last tick
    // The writer's own: CPU time not yet written, under 1 µs; the stack of the last sample before
    // this segment.
    Nanoseconds cpuRest{};
    StackId remembered = emptyLogStack;
};

// The live threads by ascending serial number.
class TickLanes {
public:
    void add(ThreadSerial thread);
    void remove(ThreadSerial thread);
    TickLane *find(ThreadSerial thread);

    void clear() { m_lanes.clear(); }

    auto begin() { return m_lanes.begin(); }

    auto end() { return m_lanes.end(); }

private:
    std::vector<TickLane> m_lanes;
};

// Owed samples reach back at most this far.
constexpr std::uint32_t maxOwedTicks = 4096;

// Writes ticks into the payload of one record, until takeBlock().
class TickEncoder {
public:
    // `newStack` tells what a stack of the old segment is called in the new one.
    void startSegment(Timestamp base, Nanoseconds period,
                      const std::function<StackId(StackId)> &newStack);

    void addThread(ThreadSerial thread) { m_lanes.add(thread); }

    void removeThread(ThreadSerial thread) { m_lanes.remove(thread); }

    // Samples of threads that were not added, or second ones of a thread, are left out. Returns how
    // many samples were written.
    std::uint64_t tick(Timestamp time, std::span<const TickSample> samples);
    const ByteWriter &block() const { return m_block; }

    // The next tick starts a block of its own.
    void clearBlock() { m_block.clear(); }

private:
    void putTime(Timestamp time);
    void put(TickLane &lane, const TickSample *sample);
    void putSample(TickLane &lane, const TickSample &sample);
    void putEntry(ThreadSerial thread, unsigned tag);

    TickLanes m_lanes;
    Timestamp m_base;
    Nanoseconds m_period{};
    Timestamp m_lastTime;
    std::vector<const TickSample *> m_sorted;
    // One tick on its way into the block: its entries are counted before they are written.
    ByteWriter m_entries;
    std::uint64_t m_entryCount = 0;
    std::size_t m_nextRow = 0; // the thread row an entry's gap counts from
    ByteWriter m_block;
};

// Takes what a block of ticks says, in time order.
class TickSink {
public:
    virtual ~TickSink() = default;
    virtual void beginTick(Timestamp time) = 0;
    // An owed sample comes as a credited one of its own, at the earlier tick's time. `stack` is
    // set for credited ones too.
    virtual void sample(Timestamp time, const TickSample &sample) = 0;
    // False ends the reading of the block.
    virtual bool wantsMore() const = 0;
};

class TickDecoder {
public:
    void startSegment(Timestamp base, Nanoseconds period);

    void addThread(ThreadSerial thread) { m_lanes.add(thread); }

    void removeThread(ThreadSerial thread) { m_lanes.remove(thread); }

    // What is wrong with the block shows in from.hasFailed(); the ticks before it were good.
    void decode(ByteReader &from, TickSink &sink);

private:
    struct Entry;

    bool takeTime(ByteReader &from);
    // That of the tick so many ticks before the newest one.
    Timestamp timeBefore(std::size_t ticks) const;

    Timestamp newestTime() const { return timeBefore(0); }

    void decodeTick(ByteReader &from, TickSink &sink);
    Entry takeEntry(ByteReader &from, std::uint64_t nextRow);
    void apply(ByteReader &from, TickLane &lane, unsigned tag, TickSink &sink);
    TickSample takeSample(ByteReader &from, const TickLane &lane, unsigned tag);
    void giveOwed(const TickSample &sample, TickSink &sink);
    void credit(TickLane &lane, TickSink &sink);

    TickLanes m_lanes;
    Timestamp m_base;
    Nanoseconds m_period{};
    bool m_blockStarts = true;
    std::vector<Timestamp> m_times; // of the newest ticks, a ring
    std::size_t m_tickCount = 0;
};

} // namespace ember::model::capturelog
