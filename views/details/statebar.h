// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/activity.h"

#include <QWidget>

#include <vector>

namespace ember::views {

class ViewAppearance;

// What a thread did during a call, as parts of a bar in the colours of lanes; parts that have room
// tell their percentage. A picture of what is said in words beside it: screen readers get those.
// Hidden while no state is known.
class StateBar : public QWidget {
    Q_OBJECT
public:
    // The appearance must outlive the bar.
    explicit StateBar(const ViewAppearance &appearance, QWidget *parent = nullptr);

    void setTimes(const model::ActivityTimes &times);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const ViewAppearance &m_appearance;
    model::ActivityTimes m_times{};
};

} // namespace ember::views
