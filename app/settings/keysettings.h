// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QString>

class QSettings;

namespace ember::app {

// The keys of commands that have others than the standard ones, by the ids of the commands (see
// Command): as QKeySequence::listToString() has them in every language; "": none.
struct KeySettings {
    QMap<QString, QString> changed;

    static KeySettings read(const QSettings &store);
    void write(QSettings &store) const;

    friend bool operator==(const KeySettings &, const KeySettings &) = default;
};

} // namespace ember::app
