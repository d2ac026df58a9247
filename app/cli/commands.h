// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace ember::app {

// Exit codes (see README, "Exit codes").
namespace exitcode {
constexpr int done = 0;
constexpr int bad = 1; // the input is bad, or the work could not be done
constexpr int usage = 2;
constexpr int captureFailed = 125;
constexpr int notExecutable = 126;
constexpr int notFound = 127;
} // namespace exitcode

// One function per subcommand, in a file of its own. `arguments` starts with the subcommand's name.
// Results go to stdout, everything else to stderr. Returns the exit code.
int record(const QStringList &arguments);
int validate(const QStringList &arguments);
int summary(const QStringList &arguments);
int calltree(const QStringList &arguments);
int compare(const QStringList &arguments);
int convert(const QStringList &arguments);
int checkTables(const QStringList &arguments);
int upload(const QStringList &arguments);

} // namespace ember::app
