// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/viewarea.h"

#include <QByteArray>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>

namespace ember::app {

// Which views and pages are shown, and how large. Views and pages have the names of panels.
struct WindowLayout {
    QString view;
    QString beside; // view in the other half; empty: not split
    Split split = Split::No;
    QList<int> sizes; // of the halves; empty: equal
    std::optional<bool> isPaneOpen; // empty: in wide windows only
    QString page;
    int paneWidth = 0; // 0: the usual width

    friend bool operator==(const WindowLayout &, const WindowLayout &) = default;
};

// The named layouts: the standard ones, or as the user has left them. Stored as JSON text.
class Layouts {
public:
    // Returns the layouts' names, which are those of their commands, in the order of the menu.
    static QStringList names();
    static WindowLayout standard(const QString &name);

    QString current() const { return m_current; }
    void setCurrent(const QString &name) { m_current = name; }
    WindowLayout of(const QString &name) const;
    void keep(const QString &name, const WindowLayout &layout) { m_kept.insert(name, layout); }
    void forget(const QString &name) { m_kept.remove(name); }

    QByteArray save() const;
    // Restores what save() has written; ignores what is no layout, and unknown names.
    void restore(const QByteArray &saved);

private:
    QString m_current = names().constFirst();
    QMap<QString, WindowLayout> m_kept;
};

} // namespace ember::app
