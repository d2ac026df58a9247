// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/preload/framewatch.h"

#include "capture/api/emberchart.h"

#include <algorithm>
#include <array>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ember::capture {

namespace {

// Waits shorter than this are replies of the display server within a frame.
constexpr FrameTime shortestIdleness = 2'000'000;

struct WatchedWindow {
    const void *window = nullptr;
    FrameTime wanted = 0; // 0: no frame is wanted
    FrameTime presented = 0; // time of the last frame
};

// Watched windows. If there are more, the one is replaced that was wanted or presented longest ago.
constinit std::array<WatchedWindow, 32> windows{};
constinit pthread_mutex_t windowsMutex = PTHREAD_MUTEX_INITIALIZER;

struct PresentingThread {
    int depth = 0;
    FrameTime presented = 0; // time of the thread's last frame; 0: it presents nothing
    FrameTime woken = 0;
};

[[gnu::tls_model("initial-exec")]] thread_local constinit PresentingThread presenting;

class Lock {
public:
    Lock() { pthread_mutex_lock(&windowsMutex); }
    ~Lock() { pthread_mutex_unlock(&windowsMutex); }
    Lock(const Lock &) = delete;
    Lock &operator=(const Lock &) = delete;
};

WatchedWindow &watched(const void *window)
{
    WatchedWindow *oldest = windows.data();
    for (auto &one : windows) {
        if (one.window == window)
            return one;
        if (std::max(one.presented, one.wanted) < std::max(oldest->presented, oldest->wanted))
            oldest = &one;
    }
    *oldest = {window, 0, 0};
    return *oldest;
}

WatchedWindow *longestWaiting()
{
    WatchedWindow *found = nullptr;
    for (auto &one : windows) {
        if (one.wanted != 0 && (found == nullptr || one.wanted < found->wanted))
            found = &one;
    }
    return found;
}

bool isFirstThread()
{
    return syscall(SYS_gettid) == getpid();
}

// Returns the start of the frame that ends now; 0 if there is no frame, or it is the thread's
// first.
FrameTime takeBegin(const void *window, Presentation::Kind kind, FrameTime now)
{
    const Lock lock;
    auto *frame = window != nullptr ? &watched(window) : longestWaiting();
    FrameTime begin = 0;
    if (frame != nullptr && frame->wanted != 0)
        begin = std::max(frame->wanted, frame->presented);
    else if (kind == Presentation::Kind::Buffers && presenting.presented != 0)
        begin = std::max(presenting.presented, presenting.woken);
    if (frame != nullptr) {
        frame->wanted = 0;
        frame->presented = now;
    }
    return begin;
}

} // namespace

void frameWanted(const void *window)
{
    if (!emberchart_is_active())
        return;
    const Lock lock;
    watched(window).wanted = emberchart_now();
}

void framePainting(const void *window)
{
    if (!emberchart_is_active())
        return;
    const Lock lock;
    auto &frame = watched(window);
    if (frame.wanted == 0)
        frame.wanted = emberchart_now();
}

Presentation::Presentation(const void *window, Kind kind) : m_window(window), m_kind(kind)
{
    ++presenting.depth;
}

Presentation::~Presentation()
{
    if (--presenting.depth > 0 || !emberchart_is_active())
        return;
    const auto now = emberchart_now();
    if (const auto begin = takeBegin(m_window, m_kind, now); begin != 0)
        emberchart_frame_from_(emberchart_source_shim_, begin, now);
    presenting.presented = now;
}

IdleWait::IdleWait(For what)
    : m_start(presenting.presented != 0 && presenting.depth == 0
                      && (what == For::Event || !isFirstThread())
                  ? emberchart_now()
                  : 0)
{
}

IdleWait::~IdleWait()
{
    if (m_start == 0)
        return;
    const auto now = emberchart_now();
    if (now - m_start >= shortestIdleness)
        presenting.woken = now;
}

} // namespace ember::capture
