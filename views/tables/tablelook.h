// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QLabel;
class QTableView;
class QTreeView;

namespace ember::views {

// The one look of our lists: whole rows, no grid, tight lines, headers at the left.
void styleTable(QTableView &view);
void styleTree(QTreeView &view);
// What stands in the place of rows that are not there.
void styleHint(QLabel &hint);

} // namespace ember::views
