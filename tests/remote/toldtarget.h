// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QString>
#include <QStringList>

namespace ember::tests {

// A command that works until it is told to end, and leaves the file `done` then.
inline QStringList untilTold(const QString &done)
{
    return {QStringLiteral("sh"), QStringLiteral("-c"),
            QStringLiteral("until [ -e \"$0.go\" ]; do :; done; : >\"$0\""), done};
}

inline void tell(const QString &done)
{
    QFile go(done + QStringLiteral(".go"));
    if (!go.open(QIODevice::WriteOnly))
        qFatal("cannot write %s", qPrintable(go.fileName()));
}

} // namespace ember::tests
