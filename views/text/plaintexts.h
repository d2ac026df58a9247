// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace ember::views {

// Shows texts that come from profiles, servers or other programs exactly as they are. Qt takes a
// text that looks like rich text for rich text: it then reads files of any name and drops what is
// between angle brackets. And it lays out all of a text, however little of it is visible.

// The most letters (UTF-16 code units) that are shown; more would not be read.
constexpr qsizetype mostLetters = 600;
// The most letters that are shown of a line of code, whose view scrolls sideways.
constexpr qsizetype mostLettersOfLine = 4'000;

// Returns the text as it is shown: whole if it is short enough, otherwise with "…" where it was
// cut: at the end, in the middle or at the start.
QString shortened(const QString &text, Qt::TextElideMode cut = Qt::ElideRight,
                  qsizetype most = mostLetters);
// Shortens each line, and the number of lines.
QString shortenedLines(const QString &text, qsizetype mostLines = 100);
// Returns the text with "↵" for each of its line breaks, for places that have one line.
QString oneLine(const QString &text);
// Returns the text shortened and escaped, as a part of rich text.
QString escaped(const QString &text);
// Returns the text shortened for QToolTip, so that it is shown as it is: plain if Qt takes it for
// plain text as well and it fits the screen, otherwise as rich text with the same content.
QString tipText(const QString &text);

// Makes tool tips of this program's widgets, rows, headers, tabs and menus show tipText() from now
// on, and labels without an explicit format plain text, including those of Qt's own dialogs. Call
// once there is an application; further calls do nothing.
void keepTextsPlain();

} // namespace ember::views
