// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/mergedtree.h"

#include <QToolButton>

namespace ember::views {

class ViewState;

// The switch between callees and callers.
class TreeChoice : public QToolButton {
    Q_OBJECT
public:
    explicit TreeChoice(const ViewState &state, QWidget *parent = nullptr);

    model::TowardsCalls direction() const;
};

} // namespace ember::views
