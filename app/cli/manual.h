// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace ember::app {

// The manual page of all commands, in roff (man 7), made from their specs.
QString manualPage();

// A completion script for bash: names of commands and options, and the values of those that have
// only a few; anything else is completed as a file.
QString bashCompletion();

} // namespace ember::app
