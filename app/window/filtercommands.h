// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/actions.h"

namespace ember::views {
class ViewState;
} // namespace ember::views

namespace ember::app {

// The commands that add filters of calls for the function last pointed at, for its module, or for
// all; what of the time counts; back and forward among them.
std::vector<CommandSpec> filterCommands(views::ViewState &state);

// Adds the menu of these commands, which has that of a module in itself.
QMenu *addFilterMenu(Actions &actions);
// Adds the filters for a function to its context menu.
void addFiltersOfFunction(QMenu &functionMenu, const Actions &actions);

} // namespace ember::app
