// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAbstractItemView;

namespace ember::views {

enum class TextKind : std::uint8_t { Plain, Markdown };

// The rows of a table or tree as text, in the order of its columns, without those that are hidden:
// with tabs between the cells, or as a Markdown table. Rows of a tree that are closed are left out,
// deeper ones are indented; behind the first ten thousand rows it says how many follow (of a tree,
// that some do).
QString tableText(const QAbstractItemView &view, TextKind kind);

} // namespace ember::views
