// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QString>

namespace ember::app {

// Reads the whole lines that were appended to a file since the last look. A file that does not
// exist yet is one without lines. It may have another machine's words: of very long lines the start
// is enough, and of very much a part at a time.
class LineFollower {
public:
    static constexpr qsizetype longestLine = 16384; // a path and a sentence

    explicit LineFollower(QString path) : m_path(std::move(path)) { }

    QByteArrayList newLines(); // without their line feeds

private:
    QString m_path;
    qint64 m_read = 0;
    QByteArray m_begun; // a line whose end is not written yet
};

} // namespace ember::app
