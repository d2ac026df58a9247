// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/pendingviews.h"

#include "app/settings/userstore.h"
#include "model/formats/capturelog/keptviews.h"

#include <QByteArray>

#include <algorithm>

namespace ember::app {

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
    *this = remembered(); // another window may have written
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

} // namespace ember::app
