// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/stores/viewstore.h"

#include "app/inbackground.h"
#include "app/session/document.h"
#include "app/settings/settings.h"
#include "model/formats/capturelog/appendrecords.h"
#include "model/formats/capturelog/framing.h"
#include "views/filters/keptview.h"
#include "views/state/openprofile.h"
#include "views/state/sumsquery.h"
#include "views/state/threadchoice.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <chrono>

namespace ember::app {

using model::ErrorCode;
using model::KeptView;

namespace {

constexpr QLatin1String pendingViewsKey("filters/unkept"); // path, view, path, …
constexpr qsizetype logLimit = 50;

QString toText(const KeptView &view)
{
    return QString::fromLatin1(
        QByteArray::fromStdString(model::capturelog::viewBytes(view)).toBase64());
}

std::optional<KeptView> viewFromText(const QString &text)
{
    const std::string bytes = QByteArray::fromBase64(text.toLatin1()).toStdString();
    return model::capturelog::viewOf(bytes);
}

constexpr std::chrono::seconds viewRetryDelay{2};

// Whether the error means that the log is gone or another file is in its place, so that no view is
// stored for it.
bool isNoMore(ErrorCode code)
{
    return code == ErrorCode::FileNotFound || code == ErrorCode::UnknownFormat;
}

} // namespace

PendingViews PendingViews::remembered()
{
    PendingViews pending;
    const QStringList stored = userStore().value(pendingViewsKey).toStringList();
    for (qsizetype place = 0; place + 1 < stored.size(); place += 2) {
        if (auto view = viewFromText(stored[place + 1]))
            pending.m_views.append({stored[place], *std::move(view)});
    }
    return pending;
}

QStringList PendingViews::paths() const
{
    QStringList paths;
    for (const PendingView &pending : m_views)
        paths << pending.path;
    return paths;
}

std::optional<KeptView> PendingViews::of(const QString &path) const
{
    const auto found = std::ranges::find(m_views, path, &PendingView::path);
    return found == m_views.end() ? std::nullopt : std::optional(found->view);
}

void PendingViews::set(const QString &path, const KeptView &view)
{
    *this = remembered(); // reads them again: another window may have written
    m_views.removeIf([&](const PendingView &pending) { return pending.path == path; });
    m_views.prepend({path, view});
    m_views = m_views.mid(0, logLimit);
    write();
}

void PendingViews::remove(const QString &path)
{
    *this = remembered();
    if (m_views.removeIf([&](const PendingView &pending) { return pending.path == path; }) > 0)
        write();
}

void PendingViews::write() const
{
    QStringList stored;
    for (const PendingView &pending : m_views)
        stored << pending.path << toText(pending.view);
    keepPrivately(pendingViewsKey, stored);
}

ViewStore::ViewStore(Remember remember, CaptureLibrary library, QObject *parent)
    : QObject(parent),
      m_remember(remember),
      m_library(std::move(library)),
      m_pending(PendingViews::remembered())
{
    m_retry.setSingleShot(true);
    m_retry.setInterval(viewRetryDelay);
    connect(&m_retry, &QTimer::timeout, this, &ViewStore::write);
    if (m_remember == Remember::Yes) {
        m_next = m_pending.paths();
        m_next.removeIf([this](const QString &path) { return !isWritable(path); });
    }
    write();
}

bool ViewStore::isWritable(const QString &path) const
{
    return !m_library.folderOf(path).isEmpty();
}

std::optional<KeptView> ViewStore::waiting(const QString &path) const
{
    return m_pending.of(path);
}

void ViewStore::keep(const QString &path, const KeptView &view)
{
    if (m_remember == Remember::No)
        return;
    m_pending.set(path, view); // before writing: the program may end meanwhile
    if (!isWritable(path))
        return;
    if (!m_next.contains(path))
        m_next.append(path);
    write();
}

void ViewStore::write()
{
    if (m_isWriting || m_retry.isActive() || m_next.isEmpty())
        return;
    const QString path = m_next.takeFirst();
    const auto view = m_pending.of(path);
    if (!view) { // dropped: there were too many pending views
        write();
        return;
    }
    m_isWriting = true;
    inBackground(
        this,
        [file = QFile::encodeName(path).toStdString(), view = *view] {
            return model::capturelog::keepView(file, view);
        },
        [this, written = PendingView{path, *view}](const auto &outcome) {
            finish(written, outcome);
        });
}

void ViewStore::finish(const PendingView &written, const model::Result<void> &outcome)
{
    m_isWriting = false;
    if (!outcome && outcome.error().code == ErrorCode::FileInUse) {
        if (!m_next.contains(written.path))
            m_next.append(written.path);
        m_retry.start();
        return;
    }
    const bool isOver = outcome || isNoMore(outcome.error().code);
    if (isOver && m_pending.of(written.path) == written.view)
        m_pending.remove(written.path);
    write();
}

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

FilterStore::FilterStore(const Document &document, const views::OpenProfile &profile,
                         views::ThreadChoice &threads, views::SumsQuery &sums, Settings &settings,
                         const CaptureLibrary &library, QObject *parent)
    : QObject(parent),
      m_document(document),
      m_profile(profile),
      m_threads(threads),
      m_sums(sums),
      m_settings(settings),
      m_logs(settings.remember(), library)
{
    connect(&document, &Document::opened, this, &FilterStore::restore);
    // Queued, so that the reset at opening is not taken for a change by the user.
    connect(&sums.history(), &views::NarrowingHistory::changed, this, &FilterStore::note,
            Qt::QueuedConnection);
    connect(&threads, &views::ThreadChoice::changed, this, &FilterStore::note,
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
    if (m_key.isEmpty() || !m_profile.spans())
        return {};
    const auto &profile = *m_profile.spans()->profile();
    return {m_key, m_isLog,
            views::foldWords(profile, m_threads.foldsByHand())
                + views::narrowingWords(profile, m_sums.history().now(), m_threads.secondRecords()),
            views::keptViewOf(m_profile, m_threads, m_sums)};
}

void FilterStore::restore()
{
    keep();
    m_key = key();
    m_isLog = !m_key.isEmpty() && m_document.paths().size() == 1 && isLogFile(m_key);
    if (!m_key.isEmpty()) {
        const auto waiting = m_isLog ? m_logs.waiting(m_key) : std::nullopt;
        if (const auto view = waiting ? waiting : m_document.view(); m_isLog && view) {
            views::restoreView(m_profile, m_threads, m_sums, *view);
        } else {
            const model::Profile &profile = *m_document.spans()->profile();
            const QStringList words = m_settings.filters().of(m_key);
            m_sums.history().restore(views::narrowingOf(profile, words, m_threads.secondRecords()));
            m_threads.fold(views::foldsOf(profile, words));
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
