// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace ember::views {

// Texts that carry data: what a profile, a server or another program says. They are shown as they
// are. Qt takes what looks like rich text for it, which reads files of any name and loses what
// stands between angle brackets; and it lays out all of a text, however little of it can be seen.

// Nobody reads more of one: letters, that is UTF-16 code units.
constexpr qsizetype mostLetters = 600;
// Of a line that can be scrolled sideways.
constexpr qsizetype mostLettersOfLine = 4'000;

// As much of a text as is shown of it; "…" stands where it was cut: behind, in the middle or in
// front. Where it is short enough, all of it.
QString shortened(const QString &text, Qt::TextElideMode cut = Qt::ElideRight,
                  qsizetype most = mostLetters);
// Each of its lines like that, so many of them.
QString shortenedLines(const QString &text, qsizetype mostLines = 100);
// Shortened, as a part of rich text.
QString escaped(const QString &text);
// Shortened, for QToolTip, which shows it as it is: plain where that is plain to Qt as well and
// fits the screen, else as rich text that says the same.
QString tipText(const QString &text);

// From then on tool tips of this program's widgets, of rows, headers, tabs and menus, show
// tipText() of what they have, and labels whose format nobody has chosen are plain text: those of
// Qt's own dialogs, too. To be called once there is an application; again does nothing.
void keepTextsPlain();

} // namespace ember::views
