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
