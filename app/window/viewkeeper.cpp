// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/viewkeeper.h"

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

ViewKeeper::ViewKeeper(Remember remember, QObject *parent)
    : QObject(parent),
      m_remember(remember),
      m_unkept(UnkeptViews::remembered())
{
    m_retry.setSingleShot(true);
    m_retry.setInterval(viewRetryDelay);
    connect(&m_retry, &QTimer::timeout, this, &ViewKeeper::write);
    if (m_remember == Remember::Yes)
        m_next = m_unkept.paths();
    write();
}

std::optional<KeptView> ViewKeeper::waiting(const QString &path) const
{
    return m_unkept.of(path);
}

void ViewKeeper::keep(const QString &path, const KeptView &view)
{
    if (m_remember == Remember::No)
        return;
    m_unkept.set(path, view); // before it is written: the program may end meanwhile
    if (!m_next.contains(path))
        m_next.append(path);
    write();
}

void ViewKeeper::write()
{
    if (m_isWriting || m_retry.isActive() || m_next.isEmpty())
        return;
    const QString path = m_next.takeFirst();
    const auto view = m_unkept.of(path);
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
        [this, written = UnkeptView{path, *view}](const auto &outcome) {
            finish(written, outcome);
        });
}

void ViewKeeper::finish(const UnkeptView &written, const model::Result<void> &outcome)
{
    m_isWriting = false;
    if (!outcome && outcome.error().code == ErrorCode::FileInUse) {
        if (!m_next.contains(written.path))
            m_next.append(written.path);
        m_retry.start();
        return;
    }
    const bool isOver = outcome || isNoMore(outcome.error().code);
    if (isOver && m_unkept.of(written.path) == written.view)
        m_unkept.remove(written.path);
    write();
}

} // namespace ember::app
