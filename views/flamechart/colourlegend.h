// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <QWidget>

namespace ember::views {

// What the colours of boxes mean, in words; hidden where names have colours.
class ColourLegend : public QWidget {
    Q_OBJECT
public:
    explicit ColourLegend(const ViewState &state, QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {1, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void showMode();

    const ViewState &m_state;
};

} // namespace ember::views
