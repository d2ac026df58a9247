// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/bytewriter.h"
#include "model/formats/capturelog/stackcalls.h"
#include "model/formats/capturelog/ticklanes.h"

#include <functional>
#include <span>
#include <vector>

namespace ember::model::capturelog {

// Writes ticks into the payload of one record, until takeBlock().
class TickEncoder {
public:
    // `newStack` tells what a stack of the old segment is called in the new one.
    void startSegment(Timestamp base, Nanoseconds period,
                      const std::function<StackId(StackId)> &newStack);

    void addThread(ThreadSerial thread) { m_lanes.add(thread); }

    void removeThread(ThreadSerial thread) { m_lanes.remove(thread); }

    // Whether these samples say of a stack's calls what the ticks that wait in the block do not:
    // the block must be written first.
    bool needsNewBlock(std::span<const TickSample> samples) const;
    // Samples of threads that were not added, or second ones of a thread, are left out. Returns how
    // many samples were written.
    std::uint64_t tick(Timestamp time, std::span<const TickSample> samples);
    const ByteWriter &block() const { return m_block; }

    // The payload of a Calls record that belongs before the block; empty if nothing is new.
    const ByteWriter &newCalls() const { return m_calls.payload(); }

    // The next tick starts a block of its own.
    void clearBlock()
    {
        m_block.clear();
        m_calls.clearPayload();
    }

private:
    void putTime(Timestamp time);
    void put(TickLane &lane, const TickSample *sample);
    void putSample(TickLane &lane, const TickSample &sample);
    void putEntry(ThreadSerial thread, unsigned tag);

    TickLanes m_lanes;
    StackCallsEncoder m_calls;
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

} // namespace ember::model::capturelog
