// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace ember::app {

// One line of text ↔ the words of a command, by the quoting rules of a POSIX shell (single quotes,
// double quotes, backslash) and nothing else of it: no variables, no wildcards, no pipes.
// splitWords(joinWords(words)) == words.
QStringList splitWords(const QString &text);
QString joinWords(const QStringList &words);

} // namespace ember::app
