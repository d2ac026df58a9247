// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"
#include "app/session/fetchreport.h"
#include "app/session/recorderprocess.h"
#include "app/settings/symbolsettings.h"
#include "model/core/result.h"
#include "model/formats/import/importlog.h"
#include "model/spans/spantable.h"

#include <QDateTime>
#include <QObject>
#include <QString>
#include <QStringList>

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace ember::app {

// The machine that records a log: whether its process ids are valid on this machine.
enum class LogOrigin { ThisMachine, AnotherMachine };

// Snapshot of a growing capture.
struct LiveUpdate {
    model::SpanTablePointer spans; // null until the log has a sample
    // The complete capture by itself, if `spans` also has what Sentry SDKs have sent; else null.
    model::SpanTablePointer alone = {};
    bool hasSdkData = false; // `spans` also has what SDKs have sent, on one clock
    std::uint64_t envelopes = 0; // how many of the arrived envelopes were read for this update
    model::ImportLog log;
    std::optional<model::Error> error; // set if the log cannot be read
    // Reasons for failed fetches of debug info, a line each; at the end only.
    QStringList fetchFailures;
    // The log is complete and symbolized. Only envelopes that come later make a further update.
    bool isComplete = false;

    const model::SpanTablePointer &capture() const { return alone ? alone : spans; }

    // Sets the boxes of a complete capture together with what SDKs have sent; null: shows the
    // capture by itself.
    void showBeside(model::SpanTablePointer together)
    {
        hasSdkData = together != nullptr;
        const auto capture = this->capture();
        alone = hasSdkData ? capture : nullptr;
        spans = hasSdkData ? std::move(together) : capture;
    }
};

using LiveUpdatePointer = std::shared_ptr<const LiveUpdate>;

class LiveFeed;

// An envelope that a Sentry SDK has sent.
struct ArrivedEnvelope {
    QString file; // path of its file, which may be gone by now
    std::uint32_t pid = 0; // of the process that has sent it; 0: not known
};

// Envelopes that came while a capture ran.
struct ArrivedEnvelopes {
    QList<ArrivedEnvelope> newest; // in the order of arrival; beyond a limit the oldest are dropped
    std::uint64_t count = 0; // number of all that have arrived
};

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
    void setStackChoice(model::StackChoice stacks);
    void addEnvelope(const ArrivedEnvelope &envelope);
    void leave(); // the feed is being destroyed: the reader should end soon

    // Called by the reader thread.
    void publish(LiveUpdatePointer update);
    void report(const FetchReport &report);
    bool isFinishing();
    model::StackChoice stackChoice();
    void waitForNews(); // returns after a short time at the latest
    ArrivedEnvelopes envelopes();
    // Waits until more than `known` envelopes have arrived; empty once the feed is gone.
    std::optional<ArrivedEnvelopes> waitForEnvelopes(std::uint64_t known);
    std::stop_token fetchToken() const { return m_fetch.get_token(); }
    std::stop_token stopToken() const { return m_stop.get_token(); }

private:
    std::mutex m_mutex; // guards all members except the stop sources
    std::condition_variable_any m_wake;
    LiveFeed *m_feed; // null: the feed was destroyed
    LiveUpdatePointer m_mailbox;
    bool m_isWakeUpPending = false;
    bool m_isFinishing = false;
    ArrivedEnvelopes m_envelopes;
    model::StackChoice m_stacks;
    std::stop_source m_fetch;
    std::stop_source m_stop;
};

// Reads a growing capture log on a thread of its own (FeedReader) and provides the newest snapshot
// to the UI, which never waits for that thread.
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

    // Sets which stacks the next updates show.
    void setStackChoice(model::StackChoice stacks) { m_channel->setStackChoice(stacks); }

    // Shows the profiles and transactions in an envelope that a Sentry SDK has sent, on one clock
    // with the capture, if they fall into its time. The file may be removed at any time.
    void addEnvelope(const ArrivedEnvelope &envelope) { m_channel->addEnvelope(envelope); }

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

    // Shows beside the capture what is in an envelope that a Sentry SDK has sent to this machine.
    // Ignored if it arrived after the recorder ended, or if the capture is of another machine.
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
    std::optional<QDateTime> m_ended; // when the recorder ended
    bool m_isComplete = false;
};

} // namespace ember::app
