// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/unkeptviews.h"

#include "app/settings/userstore.h"
#include "model/formats/capturelog/keptviews.h"

#include <QByteArray>

#include <algorithm>

namespace ember::app {

using model::KeptView;

namespace {

constexpr QLatin1String unkeptViewsKey("filters/unkept"); // path, view, path, …
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

UnkeptViews UnkeptViews::remembered()
{
    UnkeptViews unkept;
    const QStringList stored = userStore().value(unkeptViewsKey).toStringList();
    for (qsizetype place = 0; place + 1 < stored.size(); place += 2) {
        if (auto view = viewFromText(stored[place + 1]))
            unkept.m_views.append({stored[place], *std::move(view)});
    }
    return unkept;
}

QStringList UnkeptViews::paths() const
{
    QStringList paths;
    for (const UnkeptView &unkept : m_views)
        paths << unkept.path;
    return paths;
}

std::optional<KeptView> UnkeptViews::of(const QString &path) const
{
    const auto found = std::ranges::find(m_views, path, &UnkeptView::path);
    return found == m_views.end() ? std::nullopt : std::optional(found->view);
}

void UnkeptViews::set(const QString &path, const KeptView &view)
{
    *this = remembered(); // another window may have written
    m_views.removeIf([&](const UnkeptView &unkept) { return unkept.path == path; });
    m_views.prepend({path, view});
    m_views = m_views.mid(0, logLimit);
    write();
}

void UnkeptViews::remove(const QString &path)
{
    *this = remembered();
    if (m_views.removeIf([&](const UnkeptView &unkept) { return unkept.path == path; }) > 0)
        write();
}

void UnkeptViews::write() const
{
    QStringList stored;
    for (const UnkeptView &unkept : m_views)
        stored << unkept.path << toText(unkept.view);
    keepPrivately(unkeptViewsKey, stored);
}

} // namespace ember::app
