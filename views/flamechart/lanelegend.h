// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/legend.h"

namespace ember::views {

class FlameChartWidget;

// What the colours of lanes and strips mean, in a line: as many as there is room for, at its right
// end; the tool tip and screen readers have all. It claims no room of its own. Empty while no chart
// is seen, or the states of threads are not known.
class LaneLegend : public Legend {
    Q_OBJECT
public:
    // The chart of that profile, which it explains. All must outlive the legend.
    LaneLegend(FlameChartWidget &chart, const OpenProfile &profile,
               const ViewAppearance &appearance, QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

    // The colours that have room, from left to right.
    std::vector<ColourMeaning> shown() const;

protected:
    void followPictures() override { showMeanings(); }
    void paintEvent(QPaintEvent *event) override;

private:
    void showMeanings();
    std::vector<ColourMeaning> meaningsNow() const;
    int widthOf(const ColourMeaning &meaning) const;

    const FlameChartWidget &m_chart;
    const OpenProfile &m_profile;
    const ViewAppearance &m_appearance;
};

} // namespace ember::views
