// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/livecapture.h"

#include <utility>

namespace ember::app {

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
    constexpr qint64 lastMoment = 1000; // ms; SDKs send at the end of their program
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
