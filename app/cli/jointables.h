// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/opentables.h"
#include "app/cli/tablearguments.h"
#include "model/core/result.h"

namespace ember::app {

// Joins the tables of several profiles into one set and applies the choices. Errors: NothingToShow
// (no tables), SyntaxError (a rule is broken), InvalidArgument (unknown source or profile),
// FormatCannotHold.
model::Result<model::tables::Tables> joined(std::vector<OpenedTables> opened,
                                            const TableChoices &choices);

} // namespace ember::app
