// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QString>

namespace ember::app {

// Returns the complete lines appended to a file since the last call. A missing file has no lines.
// The content may come from another machine, so long lines are cut and large amounts are returned
// in parts.
class LineFollower {
public:
    static constexpr qsizetype maxLineBytes = 16384; // enough for a path and a sentence

    explicit LineFollower(QString path) : m_path(std::move(path)) { }

    QByteArrayList newLines(); // without line feeds

private:
    QString m_path;
    qint64 m_read = 0;
    QByteArray m_begun; // incomplete last line
};

} // namespace ember::app
