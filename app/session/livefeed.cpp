// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/livefeed.h"

#include "capture/symbols/symbolizer.h"
#include "model/formats/capturelog/appendsymbols.h"
#include "model/formats/capturelog/follower.h"
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"

#include <QFile>

#include <chrono>

namespace ember::app {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds publishEvery{50};
constexpr std::chrono::milliseconds lookEvery{20};

} // namespace

// The feed's thread: reads, builds, publishes.
class LiveFeed::Follower {
public:
    explicit Follower(LiveFeed &feed)
        : m_feed(feed),
          m_path(QFile::encodeName(feed.m_logPath).toStdString())
    {
    }

    void run(const std::stop_token &stop)
    {
        while (!stop.stop_requested()) {
            // Asked before reading: what the recorder wrote before it ended is read after.
            const bool isLast = m_feed.isFinishing();
            const std::size_t bytes = poll();
            if (m_error)
                return publish();
            if (bytes == 0 && isLast)
                return complete();
            m_hasNews |= bytes > 0;
            if (m_hasNews && Clock::now() - m_published >= publishEvery)
                publish();
            if (bytes == 0 && !m_feed.waitForNews(stop))
                return;
        }
    }

private:
    // The recorder may not have made the file yet, or not written its head.
    std::size_t poll()
    {
        if (!m_log && !open())
            return 0;
        const auto bytes = m_log->poll();
        if (bytes)
            return *bytes;
        m_error = bytes.error();
        return 0;
    }

    bool open()
    {
        using namespace model::capturelog;
        auto log = LogFollower::open(m_path, m_builder,
                                     ReadOptions{.resolver = &m_names, .inApp = &m_inApp});
        if (log) {
            m_log = std::move(*log);
            return true;
        }
        if (log.error().code != model::ErrorCode::FileNotFound || m_feed.isFinishing())
            m_error = log.error();
        return false;
    }

    void complete()
    {
        if (m_log) {
            m_log->finish();
            const auto symbols = m_log->newSymbols();
            // A log that cannot keep its names is as good as before: they are looked up when it is
            // opened.
            if (!symbols.empty())
                static_cast<void>(model::capturelog::appendSymbols(m_path, symbols));
        }
        m_isComplete = true;
        publish();
    }

    void publish()
    {
        auto update = std::make_shared<LiveUpdate>();
        if (m_log)
            update->log = m_log->log();
        if (auto profile = m_builder.snapshot(); profile->sampleCount() > 0 || m_isComplete)
            update->spans = m_spans.update(profile);
        update->error = m_error;
        update->isComplete = m_isComplete || m_error;
        m_published = Clock::now();
        m_hasNews = false;
        m_feed.publish(std::move(update));
    }

    LiveFeed &m_feed;
    std::string m_path;
    model::ProfileBuilder m_builder;
    model::SpanBuilder m_spans;
    capture::Symbolizer m_names;
    model::InAppRule m_inApp;
    std::unique_ptr<model::capturelog::LogFollower> m_log;
    std::optional<model::Error> m_error;
    Clock::time_point m_published;
    bool m_hasNews = false;
    bool m_isComplete = false;
};

LiveFeed::LiveFeed(QString logPath, QObject *parent)
    : QObject(parent),
      m_logPath(std::move(logPath)),
      m_thread([this](const std::stop_token &stop) { Follower(*this).run(stop); })
{
}

LiveFeed::~LiveFeed()
{
    m_thread.request_stop();
    m_thread.join();
}

void LiveFeed::finish()
{
    const std::lock_guard lock(m_mutex);
    m_isFinishing = true;
    m_wake.notify_all();
}

bool LiveFeed::isFinishing()
{
    const std::lock_guard lock(m_mutex);
    return m_isFinishing;
}

bool LiveFeed::waitForNews(const std::stop_token &stop)
{
    std::unique_lock lock(m_mutex);
    m_wake.wait_for(lock, stop, lookEvery, [this] { return m_isFinishing; });
    return !stop.stop_requested();
}

// Called by the feed's thread. One wake-up is under way at most: the event queue cannot fill up.
void LiveFeed::publish(LiveUpdatePointer update)
{
    const std::lock_guard lock(m_mutex);
    m_mailbox = std::move(update);
    if (m_isWakeUpPending)
        return;
    m_isWakeUpPending = true;
    QMetaObject::invokeMethod(this, &LiveFeed::deliver, Qt::QueuedConnection);
}

void LiveFeed::deliver()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isWakeUpPending = false;
        m_newest = std::move(m_mailbox);
    }
    emit updated();
}

} // namespace ember::app
