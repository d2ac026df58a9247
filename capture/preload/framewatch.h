// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

// Determines when a frame was requested and when it was presented. Any thread.
namespace ember::capture {

// Nanoseconds of CLOCK_MONOTONIC, as in capture/api/emberchart.h.
using FrameTime = std::int64_t;

// Notes that the toolkit requests a repaint of a window. It requests once until the paint is done,
// so a second request means that the first one had no effect.
void frameWanted(const void *window);
// Notes that the window is being painted, requested or not.
void framePainting(const void *window);

// Guard for a call that presents a frame. The frame ends with the outermost guard, so a toolkit's
// call and the driver's call inside it are one frame. It began when a repaint of its window was
// requested, but not before the previous frame was presented. Without a given window it is the
// frame of the window that has waited longest. If no repaint was requested, as without a toolkit,
// it began when the thread had presented the previous frame, or had slept since; the thread's first
// frame is then not reported.
class Presentation {
public:
    enum class Kind : std::uint8_t {
        Buffers, // swapping buffers: always a frame
        Painting, // flushing, maybe in several parts: a frame only after a request or a paint
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

// Guard for a call in which the thread waits for an event. After a long wait the next frame begins.
class IdleWait {
public:
    enum class For : std::uint8_t {
        Event, // an event or a timeout
        // Waiting for other threads. A rendering thread has nothing to draw then. The first thread
        // of a program is the one that responds to the user: its waiting for others counts as part
        // of the frame.
        OtherThreads,
    };

    explicit IdleWait(For what = For::Event);
    ~IdleWait();
    IdleWait(const IdleWait &) = delete;
    IdleWait &operator=(const IdleWait &) = delete;

private:
    FrameTime m_start; // when the wait began; 0: the wait does not count
};

} // namespace ember::capture
