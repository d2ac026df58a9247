// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/actions.h"

namespace ember::views {
class ViewState;
} // namespace ember::views

namespace ember::app {

// Returns the commands that add filters of calls for the function last pointed at, for its module,
// or for all, that choose which part of the time counts, and that undo and redo these.
std::vector<CommandSpec> filterCommands(views::ViewState &state);

// Adds the menu of filterCommands(), with a submenu for those of the function's module.
QMenu *addFilterMenu(Actions &actions);
// Adds the filters for a function to its context menu.
void addFiltersOfFunction(QMenu &functionMenu, const Actions &actions);

} // namespace ember::app
