// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <iosfwd>
#include <span>
#include <string>

namespace ember::app {

// emberchart-cli validate [--json] [--strict] [--normalised OUT] [--fix OUT] FILE…
// `arguments` without the subcommand's name, file names in the system's encoding. Verdicts go to
// `out`, changes and errors to `err`. Exit code: 0 all accepted, 1 one was not (with --strict also:
// a MUST of the texts is broken), 2 usage.
int validateCommand(std::span<const std::string> arguments, std::ostream &out, std::ostream &err);

} // namespace ember::app
