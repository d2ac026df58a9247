// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace ember::app {

// Converts between one line of text and the words of a command, by the quoting rules of a POSIX
// shell (single quotes, double quotes, backslash). Variables, wildcards and pipes are not
// supported. splitWords(joinWords(words)) == words.
QStringList splitWords(const QString &text);
QString joinWords(const QStringList &words);

} // namespace ember::app
