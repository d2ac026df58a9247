// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/viewstore.h"

#include "app/inbackground.h"
#include "model/formats/capturelog/keptviews.h"

#include <QFile>

#include <chrono>

namespace ember::app {

using model::ErrorCode;
using model::KeptView;

namespace {

constexpr std::chrono::seconds viewRetryDelay{2};

// A log that is gone, or another file in its place, needs none.
bool isNoMore(ErrorCode code)
{
    return code == ErrorCode::FileNotFound || code == ErrorCode::UnknownFormat;
}

} // namespace

ViewStore::ViewStore(Remember remember, QObject *parent)
    : QObject(parent),
      m_remember(remember),
      m_pending(PendingViews::remembered())
{
    m_retry.setSingleShot(true);
    m_retry.setInterval(viewRetryDelay);
    connect(&m_retry, &QTimer::timeout, this, &ViewStore::write);
    if (m_remember == Remember::Yes)
        m_next = m_pending.paths();
    write();
}

std::optional<KeptView> ViewStore::waiting(const QString &path) const
{
    return m_pending.of(path);
}

void ViewStore::keep(const QString &path, const KeptView &view)
{
    if (m_remember == Remember::No)
        return;
    m_pending.set(path, view); // before it is written: the program may end meanwhile
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
    if (!view) { // there were too many
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

} // namespace ember::app
