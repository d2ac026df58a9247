// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/tabletext.h"

#include <QString>

namespace ember::tests {

// The text that copying a table gives.
inline QString tableText(const QAbstractItemView &view, views::TextKind kind)
{
    views::TableText text(view, kind);
    while (!text.isComplete())
        text.addRow();
    return text.text();
}

} // namespace ember::tests
