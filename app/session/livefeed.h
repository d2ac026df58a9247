// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/fetchreport.h"
#include "app/settings/symbolsettings.h"
#include "model/core/error.h"
#include "model/formats/import/importlog.h"
#include "model/spans/spantable.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace ember::app {

// The machine that records a log: whether its process ids are valid on this machine.
enum class LogOrigin { ThisMachine, AnotherMachine };

// Snapshot of a growing capture.
struct LiveUpdate {
    model::SpanTablePointer spans; // null until the log has a sample
    model::ImportLog log;
    std::optional<model::Error> error; // set if the log cannot be read
    QStringList fetchFailures; // as in OpenedFiles; at the end only
    bool isComplete = false; // last update: the log is complete and symbolized
};

using LiveUpdatePointer = std::shared_ptr<const LiveUpdate>;

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

// Reads a growing capture log on its own thread (FeedReader) and provides the newest snapshot to
// the UI, which never waits for that thread.
class LiveFeed : public QObject {
    Q_OBJECT
public:
    // Symbolizes from the binaries of this machine and appends the names to the log at the end.
    // Debuginfod servers are asked only after the capture, if the user allows it, since that may
    // take minutes.
    LiveFeed(const QString &logPath, LogOrigin origin, const SymbolSettings &symbols,
             QObject *parent = nullptr);
    // Does not change the log. The thread ends by itself; the application waits for it at exit.
    ~LiveFeed() override;

    // Call when the recorder has ended: the log will not grow any more. A complete update follows.
    void finish() { m_channel->finish(); }

    // Sets how the next updates show cut stacks. The default is bridged.
    void setCutStacks(model::CutStacks cutStacks) { m_channel->setCutStacks(cutStacks); }

    // Stops fetching debug files from servers.
    void skipFetching() { m_channel->skipFetching(); }

    // The newest update; null before the first. UI thread.
    LiveUpdatePointer newest() const { return m_newest; }

signals:
    void updated(); // newest() has changed
    void fetching(const ember::app::FetchReport &report);

private:
    friend class FeedChannel;
    void deliver();

    std::shared_ptr<FeedChannel> m_channel;
    std::jthread m_thread;
    LiveUpdatePointer m_newest;
};

} // namespace ember::app
