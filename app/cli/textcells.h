// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>
#include <string_view>

namespace ember::app {

// The cells of tables that are printed for people.
inline QString cellText(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

inline QString right(const QString &cell, int width = 12)
{
    return cell.rightJustified(width);
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
