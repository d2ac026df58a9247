// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/livefeed.h"

#include "app/session/servernames.h"
#include "capture/symbols/symbolizer.h"
#include "model/core/blockstore.h"
#include "model/formats/capturelog/appendsymbols.h"
#include "model/formats/capturelog/follower.h"
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include <chrono>

namespace ember::app {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds publishEvery{50};
constexpr std::chrono::milliseconds lookEvery{20};

// Columns of captures that take more than this are taken out of memory now and then.
constexpr std::size_t loadedBytes = std::size_t(64) << 20U;
constexpr std::chrono::seconds unloadEvery{5};
// A long log that is caught up with makes more of them than that in a moment.
constexpr std::size_t catchUpBytes = std::size_t(128) << 20U;

capture::SymbolPaths withoutServers(capture::SymbolPaths paths)
{
    paths.servers = capture::AskServers::Never;
    return paths;
}

bool areServersWanted(const capture::SymbolPaths &paths)
{
    return paths.servers == capture::AskServers::IfInEnvironment
        && !capture::debugServerUrls().empty();
}

void keepColumnsInFiles()
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::CacheLocation);
    if (QDir().mkpath(folder))
        model::BlockStore::useFolder(QFile::encodeName(folder).toStdString());
}

} // namespace

// The feed's thread: reads, builds, publishes.
class LiveFeed::Follower {
public:
    explicit Follower(LiveFeed &feed)
        : m_feed(feed),
          m_path(QFile::encodeName(feed.m_logPath).toStdString()),
          m_names(withoutServers(feed.m_symbols.paths())),
          m_inApp(feed.m_symbols.inAppRule())
    {
        keepColumnsInFiles();
    }

    void run(const std::stop_token &stop)
    {
        while (!stop.stop_requested()) {
            // Asked before reading: what the recorder wrote before it ended is read after.
            const bool isLast = m_feed.isFinishing();
            const std::size_t bytes = poll(*m_reading);
            if (m_error)
                return publish();
            if (bytes == 0 && isStartingOverDue(isLast))
                startOver(stop);
            else if (bytes == 0 && isLast)
                return complete(stop);
            m_hasNews |= bytes > 0;
            if (m_hasNews && Clock::now() - m_published >= publishEvery)
                publish();
            if (bytes == 0 && !m_feed.waitForNews(stop))
                return;
        }
    }

private:
    // The log as it was read from its start, with the names of a resolver that outlives it.
    struct Reading {
        explicit Reading(model::FrameResolver &resolver) : names(resolver) { }

        model::FrameResolver &names;
        model::ProfileBuilder builder;
        model::SpanBuilder spans;
        std::unique_ptr<model::capturelog::LogFollower> log;
    };

    // The recorder may not have made the file yet, or not written its head.
    std::size_t poll(Reading &reading)
    {
        if (!reading.log && !open(reading))
            return 0;
        const auto bytes = reading.log->poll();
        if (bytes)
            return *bytes;
        m_error = bytes.error();
        return 0;
    }

    bool open(Reading &reading)
    {
        using namespace model::capturelog;
        auto log = LogFollower::open(m_path, reading.builder,
                                     ReadOptions{.resolver = &reading.names, .inApp = &m_inApp});
        if (log) {
            reading.log = std::move(*log);
            return true;
        }
        if (log.error().code != model::ErrorCode::FileNotFound || m_feed.isFinishing())
            m_error = log.error();
        return false;
    }

    // Names that come late need all of the log read again: at the end, and else so seldom that most
    // of the time is not spent on it.
    bool isStartingOverDue(bool isLast) const
    {
        if (!m_reading->log || !m_reading->log->hasLateNames())
            return false;
        return isLast || Clock::now() >= m_nextStartingOver;
    }

    void startOver(const std::stop_token &stop)
    {
        const auto start = Clock::now();
        auto next = std::make_unique<Reading>(m_names);
        auto log = m_reading->log->startOver(next->builder);
        if (!log) {
            m_error = log.error();
            return publish();
        }
        next->log = std::move(*log);
        while (!stop.stop_requested() && poll(*next) > 0) { }
        m_reading = std::move(next);
        m_hasNews = true;
        m_nextStartingOver = Clock::now() + 10 * (Clock::now() - start);
    }

    // Reads the log once more, with names from servers.
    void askServers(const std::stop_token &stop)
    {
        FetchReporter reporter(m_feed.m_fetch.get_token(), [this](const FetchReport &report) {
            QMetaObject::invokeMethod(&m_feed,
                                      [&feed = m_feed, report] { emit feed.fetching(report); });
        });
        auto paths = m_feed.m_symbols.paths();
        if (!areServersWanted(paths))
            return;
        paths.watcher = &reporter;
        m_namesFromServers.emplace(m_names, std::move(paths));
        auto next = std::make_unique<Reading>(*m_namesFromServers);
        while (!stop.stop_requested() && poll(*next) > 0) { }
        if (!m_error && !stop.stop_requested())
            m_reading = std::move(next);
    }

    void complete(const std::stop_token &stop)
    {
        askServers(stop);
        if (auto &log = m_reading->log) {
            log->finish();
            const auto symbols = log->newSymbols();
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
        if (m_reading->log)
            update->log = m_reading->log->log();
        if (auto profile = m_reading->builder.snapshot();
            profile->sampleCount() > 0 || m_isComplete)
            update->spans = m_reading->spans.update(profile);
        update->error = m_error;
        update->isComplete = m_isComplete || m_error;
        m_published = Clock::now();
        m_hasNews = false;
        m_feed.publish(std::move(update));
        unloadColumns();
    }

    // What is looked at is soon back; the rest of a long capture stays on disk.
    void unloadColumns()
    {
        if (m_published < m_nextUnloading
            && model::BlockStore::bytesInFiles() < m_unloadedBytes + catchUpBytes)
            return;
        m_nextUnloading = m_published + unloadEvery;
        model::BlockStore::unload(loadedBytes);
        m_unloadedBytes = model::BlockStore::bytesInFiles();
    }

    LiveFeed &m_feed;
    std::string m_path;
    capture::Symbolizer m_names;
    std::optional<ServerNames> m_namesFromServers;
    std::unique_ptr<Reading> m_reading = std::make_unique<Reading>(m_names);
    model::InAppRule m_inApp;
    std::optional<model::Error> m_error;
    Clock::time_point m_published;
    Clock::time_point m_nextUnloading;
    std::size_t m_unloadedBytes = 0; // in files when columns were last taken out of memory
    Clock::time_point m_nextStartingOver;
    bool m_hasNews = false;
    bool m_isComplete = false;
};

LiveFeed::LiveFeed(QString logPath, SymbolSettings symbols, QObject *parent)
    : QObject(parent),
      m_logPath(std::move(logPath)),
      m_symbols(std::move(symbols)),
      m_thread([this](const std::stop_token &stop) { Follower(*this).run(stop); })
{
}

LiveFeed::~LiveFeed()
{
    m_fetch.request_stop();
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
