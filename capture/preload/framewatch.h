// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

// When a frame began and when it was presented. Any thread.
namespace ember::capture {

// Nanoseconds of CLOCK_MONOTONIC, as in capture/api/emberchart.h.
using FrameTime = std::int64_t;

// A window is to be painted. A toolkit asks once and then not again before it has dealt with it, so
// that a second word means that nothing came of the first.
void frameWanted(const void *window);
// It is being painted, wanted or not.
void framePainting(const void *window);

// For as long as something is being presented: the frame ends with the outermost of them, so that a
// toolkit's call and the driver's below it are one frame. It began when its window was wanted, but
// not before the frame before it was presented.
//
// Without a window it is the frame of the one that waits longest; where no toolkit says what it
// wants, the frame began when the thread had presented the one before, or had slept since.
class Presentation {
public:
    enum class Kind : std::uint8_t {
        Buffers, // swapped: always a frame
        Painting, // shown, maybe in several parts: a frame only if one was wanted or painted
    };

    Presentation() : Presentation(nullptr, Kind::Buffers) { }

    Presentation(const void *window, Kind kind);
    ~Presentation();
    Presentation(const Presentation &) = delete;
    Presentation &operator=(const Presentation &) = delete;

private:
    const void *m_window;
    Kind m_kind;
};

// The calling thread waits for something to happen. Long waits end idleness.
class IdleWait {
public:
    enum class For : std::uint8_t {
        Event, // or a time
        // A thread made for drawing has nothing to draw then. The first thread of a program is the
        // one that answers its user: where it waits for others it does not.
        OtherThreads,
    };

    explicit IdleWait(For what = For::Event);
    ~IdleWait();
    IdleWait(const IdleWait &) = delete;
    IdleWait &operator=(const IdleWait &) = delete;

private:
    FrameTime m_start; // 0: this thread presents nothing
};

} // namespace ember::capture
