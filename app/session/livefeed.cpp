// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/livefeed.h"

#include "app/inbackground.h"
#include "app/session/feedreader.h"

namespace ember::app {

LiveFeed::LiveFeed(const QString &logPath, LogOrigin origin, const SymbolSettings &symbols,
                   QObject *parent)
    : QObject(parent),
      m_channel(std::make_shared<FeedChannel>(*this)),
      m_thread([channel = m_channel, logPath, origin, symbols] {
          FeedReader(*channel, logPath, origin, symbols).run();
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

} // namespace ember::app
