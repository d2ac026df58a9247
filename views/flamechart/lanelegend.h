// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/boxcolours.h"

#include <QWidget>

#include <vector>

namespace ember::views {

class OpenProfile;
class ViewAppearance;

// What the colours of lanes and strips mean, in a line: as many as there is room for, at its right
// end; the tool tip and screen readers have all. It claims no room of its own. Empty while the
// chart is not seen, or the states of threads are not known.
class LaneLegend : public QWidget {
    Q_OBJECT
public:
    // All must outlive the legend.
    LaneLegend(const OpenProfile &profile, const ViewAppearance &appearance, QWidget &chart,
               QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

    // Those that have room, from left to right.
    std::vector<ColourMeaning> shown() const;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void follow();
    int widthOf(const ColourMeaning &meaning) const;

    const OpenProfile &m_profile;
    const ViewAppearance &m_appearance;
    const QWidget &m_chart;
    const Theme *m_theme = nullptr; // of the meanings; null: there are none
    std::vector<ColourMeaning> m_meanings;
};

} // namespace ember::views
