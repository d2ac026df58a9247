// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QString>

class QSettings;

namespace ember::app {

// Shortcuts that differ from the standard ones, by command id (see Command), in the
// language-independent form of QKeySequence::listToString(); "": no shortcut.
struct KeySettings {
    QMap<QString, QString> changed;

    static KeySettings read(const QSettings &store);
    void write(QSettings &store) const;

    friend bool operator==(const KeySettings &, const KeySettings &) = default;
};

} // namespace ember::app
