// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/records.h"

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

namespace ember::model::capturelog {

// The tag of a tick's entry: FORMAT.md, "Ticks".
namespace ticktag {

constexpr unsigned kindMask = 0x03;
constexpr unsigned taken = 0;
constexpr unsigned credited = 1;
constexpr unsigned absent = 2;
constexpr unsigned extended = 3; // the other bits are the length of the entry
constexpr unsigned hasStack = 0x04;
constexpr unsigned stateMask = 0x18;
constexpr unsigned stateShift = 3;
constexpr unsigned hasCpu = 0x20;
constexpr unsigned hasStop = 0x40;
constexpr unsigned hasOwed = 0x80;
constexpr unsigned lengthShift = 2;
constexpr unsigned longLength = 0x3f; // the length follows

} // namespace ticktag

// The fields that an extended entry has beside its sample, as bits.
namespace tickfield {

constexpr std::uint64_t goroutine = 0x01;

} // namespace tickfield

// Units in which times are stored.
constexpr Nanoseconds cpuStep{1000};
constexpr Nanoseconds stopStep{100};

// An owed sample is that of an earlier tick, at which the thread waited for a CPU and could not be
// stopped. It reaches back at most this many ticks.
constexpr std::uint32_t maxOwedTicks = 4096;

// Reader's table of the system calls that blocked threads wait in, by stack (FORMAT.md, "Calls"),
// as far as the segment has defined them.
class StackCalls {
public:
    SystemCall of(StackId stack) const
    {
        const auto said = m_calls.find(stack);
        return said == m_calls.end() ? noSystemCall : said->second;
    }

    // Takes the payload of a Calls record; an invalid one sets from.hasFailed().
    void take(ByteReader &from);

    void clear() { m_calls.clear(); }

private:
    std::unordered_map<StackId, SystemCall> m_calls;
};

// Encodes the table that StackCalls reads: the calls that blocked threads wait in, by stack.
class StackCallsEncoder {
public:
    void startTick() { ++m_tick; }

    // Notes that a blocked sample of the current tick has this stack and waits in this call. If the
    // stack has another call in the same tick, the call counts as unknown.
    void say(StackId stack, SystemCall call);
    // Whether say() would change the call that is noted for the stack.
    bool contradicts(StackId stack, SystemCall call) const;

    // Payload of a Calls record: the calls that have changed since clearPayload().
    const ByteWriter &payload() const { return m_payload; }

    void clearPayload() { m_payload.clear(); }

    // Forgets all calls; call when a segment begins.
    void clear();

private:
    struct Said {
        SystemCall call = noSystemCall;
        std::uint64_t tick = 0; // newest tick in which a sample had this stack
    };

    void write(StackId stack, SystemCall call);

    std::unordered_map<StackId, Said> m_said;
    std::uint64_t m_tick = 0;
    ByteWriter m_payload;
};

// State of a live thread that both sides of a log carry from tick to tick. A tick has entries only
// for threads that differ from what is expected: a thread that had a sample is expected to be
// credited with the same stack again, one without a sample to have none again. So idle threads cost
// nothing.
struct TickLane {
    ThreadSerial thread;
    StackId stack; // invalid: not yet written in this segment
    SampleDetail latest; // state and call of its last sample, which credited samples repeat
    std::uint64_t goroutine = 0; // goroutine of its last sample
    bool hasSample = false; // the thread had a sample at the last tick
    // Used by the reader only: number of ticks up to and including the newest one whose sample was
    // given.
    std::size_t given = 0;
    // Used by the writer only: CPU time not yet written, under 1 µs; the goroutine that the segment
    // has for the thread; the stack of the last sample before this segment.
    Nanoseconds cpuRest{};
    std::uint64_t saidGoroutine = 0;
    StackId remembered = emptyLogStack;

    TickSample credit() const
    {
        return {thread, SampleKind::Credited, stack, latest, 0, goroutine};
    }
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

// Encodes ticks into the payload of one record, until clearBlock().
class TickEncoder {
public:
    // Begins a segment. `newStack` maps a stack of the old segment to the new one.
    void startSegment(Timestamp base, Nanoseconds period,
                      const std::function<StackId(StackId)> &newStack);

    void addThread(ThreadSerial thread) { m_lanes.add(thread); }

    void removeThread(ThreadSerial thread) { m_lanes.remove(thread); }

    // Whether these samples contradict the calls that the ticks in the block have for their stacks:
    // then the block must be written first.
    bool needsNewBlock(std::span<const TickSample> samples) const;
    // Encodes a tick. Samples of threads that were not added, or second ones of a thread, are left
    // out. Returns how many samples a reader will get, owed ones included.
    std::uint64_t tick(Timestamp time, std::span<const TickSample> samples);
    const ByteWriter &block() const { return m_block; }

    // The payload of a Calls record that belongs before the block; empty if nothing is new.
    const ByteWriter &newCalls() const { return m_calls.payload(); }

    // Clears the block; the next tick starts a new one.
    void clearBlock()
    {
        m_block.clear();
        m_calls.clearPayload();
    }

private:
    void putTime(Timestamp time);
    void put(TickLane &lane, const TickSample *sample);
    void putSample(TickLane &lane, const TickSample &sample);
    void beginEntry(ThreadSerial thread);
    void putEntry(ThreadSerial thread, unsigned tag);
    void putExtended(ThreadSerial thread, std::uint64_t goroutine);

    TickLanes m_lanes;
    StackCallsEncoder m_calls;
    Timestamp m_base;
    Nanoseconds m_period{};
    Timestamp m_lastTime;
    std::vector<const TickSample *> m_sorted;
    // Entries of the tick that is being encoded; their number is written before them.
    ByteWriter m_entries;
    ByteWriter m_sample; // tag and values of an entry that is being encoded
    std::uint64_t m_entryCount = 0;
    std::size_t m_nextRow = 0; // the row from which the thread of the next entry is counted
    ByteWriter m_block;
};

// Receives the contents of a block of ticks, in time order.
class TickSink {
public:
    virtual ~TickSink() = default;
    virtual void beginTick(Timestamp time) = 0;
    // Called for each sample. An owed sample is passed like a credited one, at the earlier tick's
    // time. `stack` is set for credited ones too.
    virtual void sample(Timestamp time, const TickSample &sample) = 0;
    // Whether to read on; false ends the reading of the block.
    virtual bool wantsMore() const = 0;

    // Whether samples of threads that did not run, or waited for a CPU, are no longer to be given
    // one by one. Asked before each tick; once true, it must stay true.
    virtual bool wantsRuns() const { return false; }

    // Called for `count` samples that were not given: stack, state and call are those of the
    // thread's sample before them.
    virtual void leaveOut(std::uint64_t count) { static_cast<void>(count); }

    // Called if the last entry has fields of a newer version.
    virtual void passOver() { }
};

class TickDecoder {
public:
    void startSegment(Timestamp base, Nanoseconds period);

    void addThread(ThreadSerial thread) { m_lanes.add(thread); }

    void removeThread(ThreadSerial thread) { m_lanes.remove(thread); }

    // Gives the last sample of each open run: of all threads, or of one that is to be removed.
    void endRuns(TickSink &sink);
    void endRun(ThreadSerial thread, TickSink &sink);

    // Takes the payload of a Calls record, in the order of the file; errors as in decode().
    void takeCalls(ByteReader &from) { m_calls.take(from); }

    // Decodes a block. An invalid one sets from.hasFailed(); the ticks before the error were given.
    void decode(ByteReader &from, TickSink &sink);

private:
    struct Entry;

    bool takeTime(ByteReader &from);
    // Time of the tick `ticks` before the newest one.
    Timestamp timeBefore(std::size_t ticks) const;

    Timestamp newestTime() const { return timeBefore(0); }

    void decodeTick(ByteReader &from, TickSink &sink);
    Entry takeEntry(ByteReader &from, std::uint64_t nextRow);
    void apply(ByteReader &from, TickLane &lane, unsigned tag, TickSink &sink);
    void leave(TickLane &lane, TickSink &sink);
    void give(TickLane &lane, const TickSample &sample, TickSink &sink);
    void applyExtended(ByteReader &from, TickLane &lane, unsigned tag, TickSink &sink);
    TickSample takeSample(ByteReader &from, const TickLane &lane, unsigned tag);
    static bool takeFields(ByteReader &from, TickSample &sample);
    void decodeEntries(ByteReader &from, std::uint64_t count, TickSink &sink);
    void endRun(TickLane &lane, TickSink &sink);
    void giveOwed(const TickLane &lane, std::size_t owedTicks, TickSink &sink);
    void credit(TickLane &lane, TickSink &sink);

    TickLanes m_lanes;
    StackCalls m_calls;
    Timestamp m_base;
    Nanoseconds m_period{};
    bool m_blockStarts = true;
    bool m_givesRuns = false;
    bool m_givesNext = false; // all samples of the next tick are given, because runs have ended
    std::vector<Timestamp> m_times; // times of the newest ticks, a ring
    std::size_t m_tickCount = 0;
};

} // namespace ember::model::capturelog
