// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/layouts.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace ember::app {

namespace {

constexpr int maxSide = 100'000; // pixels: limit of any stored size

int sideOf(const QJsonValue &value)
{
    return std::clamp(value.toInt(), 0, maxSide);
}

QJsonObject toJson(const WindowLayout &layout)
{
    QJsonArray sizes;
    for (const int size : layout.sizes)
        sizes.append(size);
    QJsonObject object{{QStringLiteral("view"), layout.view},
                       {QStringLiteral("beside"), layout.beside},
                       {QStringLiteral("split"), int(layout.split)},
                       {QStringLiteral("sizes"), sizes},
                       {QStringLiteral("page"), layout.page},
                       {QStringLiteral("paneWidth"), layout.paneWidth}};
    if (layout.isPaneOpen)
        object.insert(QStringLiteral("isPaneOpen"), *layout.isPaneOpen);
    return object;
}

WindowLayout fromJson(const QJsonObject &object)
{
    WindowLayout layout;
    layout.view = object.value(QStringLiteral("view")).toString();
    layout.beside = object.value(QStringLiteral("beside")).toString();
    const int split = object.value(QStringLiteral("split")).toInt();
    if (split == int(Split::SideBySide) || split == int(Split::Stacked))
        layout.split = static_cast<Split>(split);
    const QJsonArray sizes = object.value(QStringLiteral("sizes")).toArray();
    if (sizes.size() == 2)
        layout.sizes = {sideOf(sizes[0]), sideOf(sizes[1])};
    const QJsonValue isPaneOpen = object.value(QStringLiteral("isPaneOpen"));
    if (isPaneOpen.isBool())
        layout.isPaneOpen = isPaneOpen.toBool();
    layout.page = object.value(QStringLiteral("page")).toString();
    layout.paneWidth = sideOf(object.value(QStringLiteral("paneWidth")));
    return layout;
}

const QString currentKey = QStringLiteral("current");

} // namespace

QStringList Layouts::names()
{
    return {QStringLiteral("layoutChart"), QStringLiteral("layoutGraph"),
            QStringLiteral("layoutCode"), QStringLiteral("layoutCompare")};
}

WindowLayout Layouts::standard(const QString &name)
{
    WindowLayout layout;
    layout.view = QStringLiteral("chart");
    layout.page = QStringLiteral("details");
    if (name == QLatin1String("layoutGraph")) {
        layout.view = QStringLiteral("flamegraph");
        layout.beside = QStringLiteral("functions");
        layout.split = Split::SideBySide;
        layout.sizes = {2, 1};
    } else if (name == QLatin1String("layoutCode")) {
        layout.view = QStringLiteral("functions");
        layout.beside = QStringLiteral("source");
        layout.split = Split::SideBySide;
        layout.sizes = {2, 3};
    } else if (name == QLatin1String("layoutCompare")) {
        layout.beside = QStringLiteral("comparison");
        layout.split = Split::Stacked;
        layout.sizes = {3, 2};
    }
    return layout;
}

WindowLayout Layouts::of(const QString &name) const
{
    return m_kept.contains(name) ? m_kept.value(name) : standard(name);
}

QByteArray Layouts::save() const
{
    QJsonObject all{{currentKey, m_current}};
    for (auto layout = m_kept.begin(); layout != m_kept.end(); ++layout)
        all.insert(layout.key(), toJson(layout.value()));
    return QJsonDocument(all).toJson(QJsonDocument::Compact);
}

void Layouts::restore(const QByteArray &saved)
{
    const QJsonObject all = QJsonDocument::fromJson(saved).object();
    for (const QString &name : names()) {
        if (all.value(name).isObject())
            m_kept.insert(name, fromJson(all.value(name).toObject()));
    }
    if (names().contains(all.value(currentKey).toString()))
        m_current = all.value(currentKey).toString();
}

} // namespace ember::app
