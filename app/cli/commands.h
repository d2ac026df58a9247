// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commandparser.h"

#include <array>

namespace ember::app {

// Exit codes (see README, "Exit codes").
namespace exitcode {
constexpr int done = 0;
constexpr int bad = 1; // the input is bad, or the work failed
constexpr int usage = 2;
constexpr int captureFailed = 125;
constexpr int notExecutable = 126;
constexpr int notFound = 127;
} // namespace exitcode

// The commands, each in its own file. Results go to stdout, everything else to stderr.
extern const CommandSpec recordCommand;
extern const CommandSpec validateCommand;
extern const CommandSpec summaryCommand;
extern const CommandSpec calltreeCommand;
extern const CommandSpec compareCommand;
extern const CommandSpec convertCommand;
extern const CommandSpec checkTablesCommand;
extern const CommandSpec debugFilesCommand;
extern const CommandSpec splitCommand;
extern const CommandSpec uploadCommand;
extern const CommandSpec destinationsCommand;
extern const CommandSpec listenCommand;

// All commands, in the order of the help.
inline constexpr std::array allCommands{&recordCommand,      &validateCommand,     &summaryCommand,
                                        &calltreeCommand,    &compareCommand,      &convertCommand,
                                        &checkTablesCommand, &debugFilesCommand,   &splitCommand,
                                        &uploadCommand,      &destinationsCommand, &listenCommand};

} // namespace ember::app
