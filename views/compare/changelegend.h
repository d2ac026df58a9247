// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/flamechart/legend.h"
#include "views/viewstate.h"

namespace ember::views {

// What the colours of a difference graph mean.
class ChangeLegend : public Legend {
    Q_OBJECT
public:
    explicit ChangeLegend(const ViewState &state, QWidget *parent = nullptr);

private:
    void showChanges();

    const ViewState &m_state;
};

} // namespace ember::views
