// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/fetchreport.h"
#include "app/settings/symbolsettings.h"
#include "model/core/error.h"
#include "model/formats/importlog.h"
#include "model/spans/spantable.h"

#include <QObject>
#include <QString>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace ember::app {

// What is known of a growing capture at one moment.
struct LiveUpdate {
    model::SpanTablePointer spans; // null as long as the log has no sample
    model::ImportLog log;
    std::optional<model::Error> error; // the log cannot be read at all
    bool isComplete = false; // the last update: the log is whole and has its names
};

using LiveUpdatePointer = std::shared_ptr<const LiveUpdate>;

// Follows a capture log in a thread of its own, which alone owns the profile's builder. Publishes
// through a mailbox that holds one update: the UI takes the newest whenever it gets to it, however
// many there were, and never waits for the feed.
class LiveFeed : public QObject {
    Q_OBJECT
public:
    // Names are looked up in this machine's binaries and, at the end, appended to the log.
    // Debuginfod servers are asked, if the user wants it, when the capture is over: they may take
    // minutes.
    LiveFeed(QString logPath, SymbolSettings symbols, QObject *parent = nullptr);
    // Leaves the log as it is; waits for what the feed is at.
    ~LiveFeed() override;

    // The recorder is gone: what is in the log is all there will be. A complete update follows.
    void finish();

    // Servers have been waited for long enough: no more debug files.
    void skipFetching() { m_fetch.request_stop(); }

    // The newest update; null before the first. UI thread.
    LiveUpdatePointer newest() const { return m_newest; }

signals:
    void updated(); // newest() is another one
    void fetching(const ember::app::FetchReport &report);

private:
    class Follower;

    void publish(LiveUpdatePointer update);
    void deliver();
    // Waits until there may be news, at most a moment. False: the feed is to end now.
    bool waitForNews(const std::stop_token &stop);
    bool isFinishing();

    QString m_logPath;
    SymbolSettings m_symbols;
    LiveUpdatePointer m_newest;

    std::mutex m_mutex; // guards the mailbox and the wish to finish
    std::condition_variable_any m_wake;
    LiveUpdatePointer m_mailbox;
    bool m_isWakeUpPending = false;
    bool m_isFinishing = false;
    std::stop_source m_fetch;

    std::jthread m_thread; // last: it ends before what it uses
};

} // namespace ember::app
