// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/stores/filterstore.h"

#include "app/session/document.h"
#include "app/settings/settings.h"
#include "model/formats/capturelog/framing.h"
#include "views/filters/keptview.h"
#include "views/state/sumsquery.h"
#include "views/state/viewstate.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <chrono>

namespace ember::app {

namespace {

constexpr std::chrono::milliseconds writingDelay{300};

// Whether the file is a log that can be appended to: not a compressed one.
bool isLogFile(const QString &path)
{
    QFile file(path);
    const auto magic = model::capturelog::fileMagic;
    return QFileInfo(path).isFile() && file.open(QIODevice::ReadOnly)
        && file.read(qint64(magic.size())) == QByteArrayView(magic.data(), qsizetype(magic.size()));
}

} // namespace

FilterStore::FilterStore(const Document &document, views::ViewState &state, Settings &settings,
                         QObject *parent)
    : QObject(parent),
      m_document(document),
      m_state(state),
      m_settings(settings),
      m_logs(settings.remember())
{
    connect(&document, &Document::opened, this, &FilterStore::restore);
    // Queued, so that the reset at opening is not taken for a change by the user.
    connect(&state.sums().history(), &views::NarrowingHistory::changed, this, &FilterStore::note,
            Qt::QueuedConnection);
    connect(&state.threads(), &views::ThreadChoice::changed, this, &FilterStore::note,
            Qt::QueuedConnection);
    // Delayed: dragging a range changes it with every move, and each store writes a file.
    m_later.setSingleShot(true);
    m_later.setInterval(writingDelay);
    connect(&m_later, &QTimer::timeout, this, &FilterStore::keep);
    connect(qApp, &QCoreApplication::aboutToQuit, this, &FilterStore::keep);
}

// The key in the settings. A set of files has a key of its own.
QString FilterStore::key() const
{
    QStringList paths;
    for (const QString &path : m_document.paths())
        paths << QFileInfo(path).absoluteFilePath();
    return m_document.spans() ? paths.join(QLatin1Char('\n')) : QString();
}

FilterStore::Look FilterStore::now() const
{
    if (m_key.isEmpty() || !m_state.spans())
        return {};
    const auto &profile = *m_state.spans()->profile();
    return {m_key, m_isLog,
            views::foldWords(profile, m_state.threads().foldsByHand())
                + views::narrowingWords(profile, m_state.sums().history().now()),
            views::keptViewOf(m_state)};
}

void FilterStore::restore()
{
    keep();
    m_key = key();
    m_isLog = !m_key.isEmpty() && m_document.paths().size() == 1 && isLogFile(m_key);
    if (!m_key.isEmpty()) {
        const auto waiting = m_isLog ? m_logs.waiting(m_key) : std::nullopt;
        if (const auto view = waiting ? waiting : m_document.view(); m_isLog && view) {
            views::restoreView(m_state, *view);
        } else {
            const model::Profile &profile = *m_document.spans()->profile();
            const QStringList words = m_settings.filters().of(m_key);
            m_state.sums().history().restore(views::narrowingOf(profile, words));
            m_state.threads().fold(views::foldsOf(profile, words));
        }
    }
    m_kept = now();
}

void FilterStore::note()
{
    const Look look = now();
    if (look == m_noted.value_or(m_kept))
        return;
    m_noted = look;
    m_later.start();
}

void FilterStore::keep()
{
    m_later.stop();
    const auto noted = std::exchange(m_noted, std::nullopt);
    if (!noted || *noted == m_kept)
        return;
    m_kept = *noted;
    if (noted->isLog)
        m_logs.keep(noted->key, noted->view);
    FilterSettings settings = m_settings.filters();
    settings.set(noted->key, noted->isLog ? QStringList() : noted->words);
    if (settings != m_settings.filters())
        m_settings.setFilters(settings);
}

} // namespace ember::app
