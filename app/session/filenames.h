// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <string>
#include <string_view>

namespace ember::app {

// Lossless conversion of file names, which are bytes, to QString, which is UTF-16. A byte that is
// not valid UTF-8 becomes a lone surrogate (0xdc00 + byte), which valid text never contains, and is
// converted back to the same byte.
QString fromArgument(std::string_view bytes);
std::string toPath(const QString &name);

// Returns the one of `files` that is the same regular file as `path`, through any links; empty if
// none is.
QString sameFileAmong(const QStringList &files, const QString &path);

} // namespace ember::app
