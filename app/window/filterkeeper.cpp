// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/filterkeeper.h"

#include "app/session/document.h"
#include "app/settings/settings.h"
#include "views/filters/filterwords.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <chrono>

namespace ember::app {

namespace {

constexpr std::chrono::milliseconds writingDelay{300};

} // namespace

FilterKeeper::FilterKeeper(const Document &document, views::NarrowingHistory &history,
                           Settings &settings, QObject *parent)
    : QObject(parent),
      m_document(document),
      m_history(history),
      m_settings(settings)
{
    connect(&document, &Document::opened, this, &FilterKeeper::restore);
    // Queued: what opening a file clears is nothing that the file is left with.
    connect(&history, &views::NarrowingHistory::changed, this, &FilterKeeper::note,
            Qt::QueuedConnection);
    // A range that is dragged changes with every move, and each time is a file to write.
    m_later.setSingleShot(true);
    m_later.setInterval(writingDelay);
    connect(&m_later, &QTimer::timeout, this, &FilterKeeper::keep);
    connect(qApp, &QCoreApplication::aboutToQuit, this, &FilterKeeper::keep);
}

// Several files are something else than each of them.
QString FilterKeeper::key() const
{
    QStringList paths;
    for (const QString &path : m_document.paths())
        paths << QFileInfo(path).absoluteFilePath();
    return m_document.spans() ? paths.join(QLatin1Char('\n')) : QString();
}

void FilterKeeper::restore()
{
    keep();
    if (const QString known = key(); !known.isEmpty())
        m_history.restore(
            views::narrowingOf(*m_document.spans()->profile(), m_settings.filters().of(known)));
}

void FilterKeeper::note()
{
    const QString known = key();
    if (known != m_noted)
        keep();
    if (known.isEmpty())
        return;
    m_noted = known;
    m_words = views::narrowingWords(*m_document.spans()->profile(), m_history.now());
    m_later.start();
}

void FilterKeeper::keep()
{
    m_later.stop();
    if (m_noted.isEmpty())
        return;
    FilterSettings settings = m_settings.filters();
    settings.set(m_noted, m_words);
    m_settings.setFilters(settings);
    m_noted.clear();
}

} // namespace ember::app
