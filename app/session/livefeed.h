// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/feedchannel.h"
#include "app/session/logorigin.h"
#include "app/settings/symbolsettings.h"

#include <QObject>
#include <QString>

#include <memory>
#include <thread>

namespace ember::app {

// Follows a capture log: a thread of its own reads it (see FeedReader), and the UI takes what is
// newest, however much there was, and never waits for the thread.
class LiveFeed : public QObject {
    Q_OBJECT
public:
    // Names are looked up in this machine's binaries and, at the end, appended to the log.
    // Debuginfod servers are asked, if the user wants it, when the capture is over: they may take
    // minutes.
    LiveFeed(const QString &logPath, LogOrigin origin, const SymbolSettings &symbols,
             QObject *parent = nullptr);
    // Leaves the log as it is. The thread ends by itself; the application's end waits for it.
    ~LiveFeed() override;

    // The recorder is gone: what is in the log is all there will be. A complete update follows.
    void finish() { m_channel->finish(); }

    // Servers have been waited for long enough: no more debug files.
    void skipFetching() { m_channel->skipFetching(); }

    // The newest update; null before the first. UI thread.
    LiveUpdatePointer newest() const { return m_newest; }

signals:
    void updated(); // newest() is another one
    void fetching(const ember::app::FetchReport &report);

private:
    friend class FeedChannel;
    void deliver();

    std::shared_ptr<FeedChannel> m_channel;
    std::jthread m_thread;
    LiveUpdatePointer m_newest;
};

} // namespace ember::app
