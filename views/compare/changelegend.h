// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <QWidget>

namespace ember::views {

// What the colours of a difference graph mean.
class ChangeLegend : public QWidget {
    Q_OBJECT
public:
    explicit ChangeLegend(const ViewState &state, QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {1, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    static QStringList texts(); // of steps -3 … 3

    const ViewState &m_state;
};

} // namespace ember::views
