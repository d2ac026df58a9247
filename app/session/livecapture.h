// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"
#include "app/session/livefeed.h"
#include "app/session/recorderprocess.h"

#include <QObject>

#include <memory>

namespace ember::app {

// A capture while it is being recorded: its folder, the recorder at work in it, and the feed that
// follows its log. UI thread. When it is destroyed the recorder goes on.
class LiveCapture : public QObject {
    Q_OBJECT
public:
    // Makes a folder in the library and starts the recorder.
    static model::Result<std::unique_ptr<LiveCapture>> launch(const LaunchCommand &command,
                                                              const CaptureLibrary &library,
                                                              const SymbolSettings &symbols = {});
    // Goes on with one that another window has started.
    static std::unique_ptr<LiveCapture> takeOver(const CaptureInfo &capture,
                                                 const SymbolSettings &symbols = {});

    RecorderProcess &recorder() { return *m_recorder; }

    const CaptureFolder &folder() const { return m_recorder->folder(); }

    const LaunchCommand &command() const { return m_command; }

    void skipFetching() { m_feed.skipFetching(); }

    // Null before the first.
    LiveUpdatePointer newest() const { return m_feed.newest(); }

    // Whether more is to come: the recorder is at work, or the end of its log is being read.
    bool isActive() const { return !m_isComplete; }

signals:
    void updated();
    // Debug files come from servers, after the recorder has ended.
    void fetching(const ember::app::FetchReport &report);
    void completed(); // newest() is the whole capture

private:
    LiveCapture(LaunchCommand command, std::unique_ptr<RecorderProcess> recorder,
                const SymbolSettings &symbols);

    void takeUpdate();

    LaunchCommand m_command;
    std::unique_ptr<RecorderProcess> m_recorder;
    LiveFeed m_feed;
    bool m_isComplete = false;
};

} // namespace ember::app
