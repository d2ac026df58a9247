// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/import/importlog.h"

#include <QByteArray>
#include <QString>

#include <string>
#include <string_view>

namespace ember::app {

// Escapes untrusted text for terminals and columns: control characters become \n, \r, \t or, like
// \x1b, their number; characters that change the writing direction become \u202e and so on.
std::string shownText(std::string_view utf8);

// Returns `json` with those characters of shownText() as JSON escapes that JSON allows unescaped:
// controls from U+007F on, and characters that change the writing direction.
std::string shownJson(std::string_view json);

// Escapes a table cell; long names are cut.
inline QString cellText(std::string_view utf8)
{
    constexpr std::size_t longest = 4096; // bytes before escaping
    constexpr qsizetype shownLetters = 300;
    const auto shown = shownText(utf8.substr(0, longest));
    const auto text = QString::fromUtf8(shown.data(), static_cast<qsizetype>(shown.size()));
    return text.size() > shownLetters ? QString(text.left(shownLetters) + u'…') : text;
}

// Right-aligned cell, always separated by a blank from the one before.
inline QString right(const QString &cell, int width = 12)
{
    return cell.size() < width ? cell.rightJustified(width) : u' ' + cell;
}

inline QString right(const std::string &cell, int width = 12)
{
    return right(cellText(cell), width);
}

// Function name and module, as the end of a line.
inline QString functionText(std::string_view name, std::string_view module)
{
    const QString origin =
        module.empty() ? QString() : QStringLiteral("  [%1]").arg(cellText(module));
    return QStringLiteral("  ") + cellText(name) + origin + u'\n';
}

// Output of the command line. Texts are in the language of the user.

// Prints a line on stderr, preceded by the program's name.
void printNote(const QString &message);
void printError(const model::Error &error);

// Prints an indented line on stderr, below a note or error.
void printDetail(const QString &text);
void printFindings(const model::ImportLog &log);

// Prints a progress line on stderr that the next one overwrites. An empty text clears the line.
// Call only if stderr is a terminal.
void printProgress(const QString &text);

// Prints output of another program on stderr, cut and escaped.
void passOn(const QByteArray &line);

// Prints to stdout; false after an error, which was printed on stderr.
bool printResult(std::string_view text);
// Prints JSON with names from files to stdout, escaped by shownJson(); false after an error, which
// was printed on stderr.
bool printJson(std::string_view json);

} // namespace ember::app
