// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/fetchreport.h"
#include "app/session/liveupdate.h"

#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace ember::app {

class LiveFeed;

// Mailbox between a live feed and its reader thread, shared by both, so that neither waits for the
// other to end. Holds at most one update: the UI always takes the newest. The lock is held for a
// few instructions only.
class FeedChannel {
public:
    explicit FeedChannel(LiveFeed &feed) : m_feed(&feed) { }

    // Called by the UI thread.
    LiveUpdatePointer take();
    void finish(); // no more will be appended to the log
    void skipFetching() { m_fetch.request_stop(); }
    void setCutStacks(model::CutStacks cutStacks);
    void leave(); // the feed is gone: the reader shall end soon

    // Called by the reader thread.
    void publish(LiveUpdatePointer update);
    void report(const FetchReport &report);
    bool isFinishing();
    model::CutStacks cutStacks();
    void waitForNews(); // returns after a short time at the latest
    std::stop_token fetchToken() const { return m_fetch.get_token(); }
    std::stop_token stopToken() const { return m_stop.get_token(); }

private:
    std::mutex m_mutex; // guards all members except the stop sources
    std::condition_variable_any m_wake;
    LiveFeed *m_feed; // null: the feed was destroyed
    LiveUpdatePointer m_mailbox;
    bool m_isWakeUpPending = false;
    bool m_isFinishing = false;
    model::CutStacks m_cutStacks = model::CutStacks::Bridged;
    std::stop_source m_fetch;
    std::stop_source m_stop;
};

} // namespace ember::app
