// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/fetchreport.h"
#include "app/session/liveupdate.h"

#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace ember::app {

class LiveFeed;

// Between a live feed and the thread that reads for it, shared by both: neither waits for the
// other's end, and the lock is held for a few instructions at a time. Holds one update: the UI
// takes the newest whenever it gets to it.
class FeedChannel {
public:
    explicit FeedChannel(LiveFeed &feed) : m_feed(&feed) { }

    // UI thread.
    LiveUpdatePointer take();
    void finish(); // the log grows no more
    void skipFetching() { m_fetch.request_stop(); }
    void leave(); // nobody listens any more: the reader is to end soon

    // The reader's thread.
    void publish(LiveUpdatePointer update);
    void report(const FetchReport &report);
    bool isFinishing();
    void waitForNews(); // at most a moment
    std::stop_token fetchToken() const { return m_fetch.get_token(); }
    std::stop_token stopToken() const { return m_stop.get_token(); }

private:
    std::mutex m_mutex; // guards what is no stop source
    std::condition_variable_any m_wake;
    LiveFeed *m_feed; // null: gone
    LiveUpdatePointer m_mailbox;
    bool m_isWakeUpPending = false;
    bool m_isFinishing = false;
    std::stop_source m_fetch;
    std::stop_source m_stop;
};

} // namespace ember::app
