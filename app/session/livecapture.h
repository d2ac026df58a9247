// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"
#include "app/session/livefeed.h"
#include "app/session/recorderprocess.h"

#include <QDateTime>
#include <QObject>
#include <QString>

#include <memory>
#include <optional>

namespace ember::app {

// A capture that is being recorded: its folder, its recorder and the live feed of its log. UI
// thread. Destroying it does not stop the recorder.
class LiveCapture : public QObject {
    Q_OBJECT
public:
    // Creates a folder in the library and starts the recorder.
    static model::Result<std::unique_ptr<LiveCapture>> launch(const LaunchCommand &command,
                                                              const CaptureLibrary &library,
                                                              const SymbolSettings &symbols = {});
    // Takes over a capture that another window started.
    static std::unique_ptr<LiveCapture> takeOver(const CaptureInfo &capture,
                                                 const SymbolSettings &symbols = {});

    RecorderProcess &recorder() { return *m_recorder; }

    const CaptureFolder &folder() const { return m_recorder->folder(); }

    const LaunchCommand &command() const { return m_command; }

    void skipFetching() { m_feed.skipFetching(); }

    void setStackChoice(model::StackChoice stacks) { m_feed.setStackChoice(stacks); }

    // Shows what is in an envelope that a Sentry SDK has sent to this machine at that time, beside
    // the capture: only what came before the recorder ended, and was recorded on this machine.
    void addEnvelope(const ArrivedEnvelope &envelope, const QDateTime &arrived);

    // Null before the first update.
    LiveUpdatePointer newest() const { return m_feed.newest(); }

    // True until the recorder has ended and the log has been read to its end.
    bool isActive() const { return !m_isComplete; }

signals:
    void updated();
    // Progress of fetching debug files, after the recorder has ended.
    void fetching(const ember::app::FetchReport &report);
    void completed(); // newest() has the complete capture; emitted once

private:
    LiveCapture(LaunchCommand command, std::unique_ptr<RecorderProcess> recorder,
                const SymbolSettings &symbols);

    void takeUpdate();

    LaunchCommand m_command;
    std::unique_ptr<RecorderProcess> m_recorder;
    LiveFeed m_feed;
    std::optional<QDateTime> m_ended; // when the recorder did
    bool m_isComplete = false;
};

} // namespace ember::app
