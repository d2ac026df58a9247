// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/showntext.h"

#include <QString>

#include <string>
#include <string_view>

namespace ember::app {

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

} // namespace ember::app
