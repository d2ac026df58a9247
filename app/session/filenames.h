// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>
#include <string_view>

namespace ember::app {

// File names are bytes; QString holds UTF-16. What is not UTF-8 goes through it as lone surrogates
// (0xdc00 and the byte), which no valid text has, and comes out as it went in.
QString fromArgument(std::string_view bytes);
std::string toPath(const QString &name);

} // namespace ember::app
