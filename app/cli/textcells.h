// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/showntext.h"

#include <QString>

#include <string>
#include <string_view>

namespace ember::app {

// The cells of tables that are printed for people. Nobody reads a name of megabytes.
inline QString cellText(std::string_view utf8)
{
    constexpr std::size_t longest = 4096; // bytes, before they are shown
    constexpr qsizetype shownLetters = 300;
    const auto shown = shownText(utf8.substr(0, longest));
    const auto text = QString::fromUtf8(shown.data(), static_cast<qsizetype>(shown.size()));
    return text.size() > shownLetters ? QString(text.left(shownLetters) + u'…') : text;
}

// A cell that needs all the width, or more, still stands apart from the one before.
inline QString right(const QString &cell, int width = 12)
{
    return cell.size() < width ? cell.rightJustified(width) : u' ' + cell;
}

inline QString right(const std::string &cell, int width = 12)
{
    return right(cellText(cell), width);
}

// The end of a line about a function.
inline QString functionText(std::string_view name, std::string_view module)
{
    const QString origin =
        module.empty() ? QString() : QStringLiteral("  [%1]").arg(cellText(module));
    return QStringLiteral("  ") + cellText(name) + origin + u'\n';
}

} // namespace ember::app
