// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/framecopies.h"
#include "capture/runtimes/steadymemory.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ember::capture {

// Keeps the calls that the last stop of a thread made of its frames. Most callers of a thread are
// the same from stop to stop: a frame that is as it was, counted from the outermost one on, makes
// the same call without a look at its function. `Frame` is all that was read of a frame. The
// sampler's thread.
template<typename Frame>
class LastFrames {
public:
    // The objects that a call was made of.
    using Objects = std::array<SteadyPlace, 2>;

    // Begins a stop at which the thread has so many frames.
    void begin(std::size_t frames, const FrameCopies &copies)
    {
        if (m_forgettings != copies.forgettings())
            m_entries.clear();
        m_forgettings = copies.forgettings();
        m_entries.resize(frames);
    }

    // The call that the frame makes; null: it is to be looked at. Rows count from the leaf on.
    const FrameCopyCall *again(std::size_t row, const Frame &frame, SteadyMemory &steady)
    {
        const auto &entry = entryOf(row);
        const bool isSame = entry.isKept && entry.frame == frame
            && steady.takeAgain(entry.objects[0]) && steady.takeAgain(entry.objects[1]);
        return isSame ? &entry.call : nullptr;
    }

    // Notes what a frame has made, which its objects alone decide.
    void keep(std::size_t row, const Frame &frame, const FrameCopyCall &call,
              const Objects &objects)
    {
        entryOf(row) = {frame, call, objects, true};
    }

    // Notes that a frame is to be looked at at the next stop, too.
    void drop(std::size_t row) { entryOf(row).isKept = false; }

    // Call where the copy was not kept, or has functions that the decoder did not know.
    void clear() { m_entries.clear(); }

private:
    struct Entry {
        Frame frame;
        FrameCopyCall call;
        Objects objects;
        bool isKept = false;
    };

    Entry &entryOf(std::size_t row) { return m_entries[m_entries.size() - 1 - row]; }

    std::vector<Entry> m_entries; // from the outermost frame on
    std::uint64_t m_forgettings = 0; // of the FrameCopies
};

} // namespace ember::capture
