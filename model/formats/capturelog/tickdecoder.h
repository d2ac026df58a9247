// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/bytereader.h"
#include "model/formats/capturelog/stackcalls.h"
#include "model/formats/capturelog/ticklanes.h"

#include <vector>

namespace ember::model::capturelog {

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

    // True: of the samples of a thread that did not run, or waited for a CPU, no more are given one
    // by one. Asked before each tick; it stays so.
    virtual bool wantsRuns() const { return false; }

    // So many were not given: the stack, the state and the call are those of the thread's sample
    // before them.
    virtual void leaveOut(std::uint64_t count) { static_cast<void>(count); }
};

class TickDecoder {
public:
    void startSegment(Timestamp base, Nanoseconds period);

    void addThread(ThreadSerial thread) { m_lanes.add(thread); }

    void removeThread(ThreadSerial thread) { m_lanes.remove(thread); }

    // Gives the last of each run that goes on; of all threads, or of one that is to be removed.
    void endRuns(TickSink &sink);
    void endRun(ThreadSerial thread, TickSink &sink);

    // The payload of a Calls record, in the order of the file; see decode().
    void takeCalls(ByteReader &from) { m_calls.take(from); }

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
    void decodeEntries(ByteReader &from, std::uint64_t count, TickSink &sink);
    void endRun(TickLane &lane, TickSink &sink);
    void giveOwed(const TickSample &sample, TickSink &sink);
    void credit(TickLane &lane, TickSink &sink);

    TickLanes m_lanes;
    StackCalls m_calls;
    Timestamp m_base;
    Nanoseconds m_period{};
    bool m_blockStarts = true;
    bool m_givesRuns = false;
    bool m_givesNext = false; // all of the next tick, for runs have ended
    std::vector<Timestamp> m_times; // of the newest ticks, a ring
    std::size_t m_tickCount = 0;
};

} // namespace ember::model::capturelog
