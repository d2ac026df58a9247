// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/opentables.h"
#include "app/cli/tablearguments.h"
#include "model/core/result.h"

namespace ember::app {

// The tables of several profiles as those of one, and of that what was chosen. Errors:
// NothingToShow (there are none), SyntaxError (tables that break a rule), InvalidArgument (a source
// or profile that is not there), FormatCannotHold.
model::Result<model::tables::Tables> joined(std::vector<OpenedTables> opened,
                                            const TableChoices &choices);

} // namespace ember::app
