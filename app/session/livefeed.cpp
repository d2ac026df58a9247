// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/livefeed.h"

#include "app/inbackground.h"
#include "app/session/feedreader.h"

#include <chrono>
#include <utility>

namespace ember::app {

namespace {

constexpr std::chrono::milliseconds feedPollInterval{20};

} // namespace

LiveUpdatePointer FeedChannel::take()
{
    const std::lock_guard lock(m_mutex);
    m_isWakeUpPending = false;
    return std::move(m_mailbox);
}

void FeedChannel::finish()
{
    const std::lock_guard lock(m_mutex);
    m_isFinishing = true;
    m_wake.notify_all();
}

void FeedChannel::addEnvelope(const ArrivedEnvelope &envelope)
{
    constexpr qsizetype most = 20'000; // envelopes that are kept
    const std::lock_guard lock(m_mutex);
    if (m_envelopes.newest.size() >= most)
        m_envelopes.newest.removeFirst();
    m_envelopes.newest.append(envelope);
    ++m_envelopes.count;
    m_wake.notify_all();
}

ArrivedEnvelopes FeedChannel::envelopes()
{
    const std::lock_guard lock(m_mutex);
    return m_envelopes;
}

std::optional<ArrivedEnvelopes> FeedChannel::waitForEnvelopes(std::uint64_t known)
{
    std::unique_lock lock(m_mutex);
    const bool isThere =
        m_wake.wait(lock, m_stop.get_token(), [&] { return m_envelopes.count > known; });
    return isThere && !m_stop.stop_requested() ? std::optional(m_envelopes) : std::nullopt;
}

void FeedChannel::leave()
{
    m_fetch.request_stop();
    m_stop.request_stop();
    const std::lock_guard lock(m_mutex);
    m_feed = nullptr;
}

// At most one wake-up event is pending, so the event queue cannot fill up. An update that was not
// taken is released after unlocking, since freeing it may take long.
void FeedChannel::publish(LiveUpdatePointer update)
{
    const std::lock_guard lock(m_mutex);
    m_mailbox.swap(update);
    if (m_isWakeUpPending || !m_feed)
        return;
    m_isWakeUpPending = true;
    QMetaObject::invokeMethod(m_feed, &LiveFeed::deliver, Qt::QueuedConnection);
}

void FeedChannel::report(const FetchReport &report)
{
    const std::lock_guard lock(m_mutex);
    if (m_feed)
        QMetaObject::invokeMethod(
            m_feed, [feed = m_feed, report] { emit feed->fetching(report); }, Qt::QueuedConnection);
}

void FeedChannel::setStackChoice(model::StackChoice stacks)
{
    const std::lock_guard lock(m_mutex);
    m_stacks = stacks;
}

model::StackChoice FeedChannel::stackChoice()
{
    const std::lock_guard lock(m_mutex);
    return m_stacks;
}

bool FeedChannel::isFinishing()
{
    const std::lock_guard lock(m_mutex);
    return m_isFinishing;
}

void FeedChannel::waitForNews()
{
    std::unique_lock lock(m_mutex);
    m_wake.wait_for(lock, m_stop.get_token(), feedPollInterval, [this] { return m_isFinishing; });
}

LiveFeed::LiveFeed(const QString &logPath, LogOrigin origin, const SymbolSettings &symbols,
                   QObject *parent)
    : QObject(parent),
      m_channel(std::make_shared<FeedChannel>(*this)),
      m_thread([channel = m_channel, logPath, origin, symbols] {
          const auto complete = FeedReader(*channel, logPath, origin, symbols).run();
          followLateEnvelopes(*channel, complete, symbols.inAppRule());
      })
{
}

LiveFeed::~LiveFeed()
{
    m_channel->leave();
    runDetached([thread = std::make_shared<std::jthread>(std::move(m_thread))] { thread->join(); });
}

void LiveFeed::deliver()
{
    m_newest = m_channel->take();
    emit updated();
}

model::Result<std::unique_ptr<LiveCapture>> LiveCapture::launch(const LaunchCommand &command,
                                                                const CaptureLibrary &library,
                                                                const SymbolSettings &symbols)
{
    if (command.isRemote())
        EMBER_RETURN_IF_ERROR(checkHost(command.machine.host));
    EMBER_ASSIGN_OR_RETURN(const CaptureFolder folder, library.create(command));
    EMBER_ASSIGN_OR_RETURN(auto recorder, RecorderProcess::start(command, folder));
    return std::unique_ptr<LiveCapture>(new LiveCapture(command, std::move(recorder), symbols));
}

std::unique_ptr<LiveCapture> LiveCapture::takeOver(const CaptureInfo &capture,
                                                   const SymbolSettings &symbols)
{
    return std::unique_ptr<LiveCapture>(new LiveCapture(
        capture.command, RecorderProcess::attach(capture.command, capture.folder), symbols));
}

LiveCapture::LiveCapture(LaunchCommand command, std::unique_ptr<RecorderProcess> recorder,
                         const SymbolSettings &symbols)
    : m_command(std::move(command)),
      m_recorder(std::move(recorder)),
      m_feed(folder().logPath(),
             m_command.isRemote() ? LogOrigin::AnotherMachine : LogOrigin::ThisMachine, symbols)
{
    connect(m_recorder.get(), &RecorderProcess::ended, this, [this] {
        m_ended = QDateTime::currentDateTimeUtc();
        m_feed.finish();
    });
    connect(&m_feed, &LiveFeed::updated, this, &LiveCapture::takeUpdate);
    connect(&m_feed, &LiveFeed::fetching, this, &LiveCapture::fetching);
}

void LiveCapture::addEnvelope(const ArrivedEnvelope &envelope, const QDateTime &arrived)
{
    constexpr qint64 lastMoment = 1000; // ms after the recorder: SDKs send when their program ends
    if (!m_command.isRemote() && (!m_ended || arrived <= m_ended->addMSecs(lastMoment)))
        m_feed.addEnvelope(envelope);
}

void LiveCapture::takeUpdate()
{
    const bool wasComplete = std::exchange(m_isComplete, newest()->isComplete);
    emit updated();
    if (m_isComplete && !wasComplete)
        emit completed();
}

} // namespace ember::app
