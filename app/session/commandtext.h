// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace ember::app {

// Converts between one line of text and the words of a command, by the quoting rules of a POSIX
// shell (single quotes, double quotes, backslash). Variables, wildcards and pipes are not
// supported. splitWords(joinWords(words)) == words.
QStringList splitWords(const QString &text);
QString joinWords(const QStringList &words);

// Returns the quote that the line opens and never closes, if any; splitWords() then takes the rest
// of the line as one word.
std::optional<QChar> openQuote(const QString &text);

// A command line as typed in a shell: the words before the program that set variables, and the
// program with its arguments.
struct CommandWords {
    QStringList variables; // NAME=VALUE
    QString program; // "": none
    QStringList arguments;

    friend bool operator==(const CommandWords &, const CommandWords &) = default;
};

// Splits a line by splitWords(). A line that is the path of an executable file of this machine is
// one program, whatever spaces it has; "~/" before the program is the user's home.
CommandWords commandWords(const QString &line);

} // namespace ember::app
