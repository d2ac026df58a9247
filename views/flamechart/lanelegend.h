// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/legend.h"

namespace ember::views {

class FlameChartWidget;

// A line that explains the colours of lanes and strips, right-aligned. It shows as many colours as
// fit beside the other widgets of its row; screen readers get all. Empty while the chart is not
// seen, or the states of threads are not known.
class LaneLegend : public Legend {
    Q_OBJECT
public:
    // `chart` is the one that is explained, `profile` the one it shows. All must outlive the
    // legend.
    LaneLegend(FlameChartWidget &chart, const OpenProfile &profile,
               const ViewAppearance &appearance, QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

    // The colours that fit, from left to right.
    std::vector<ColourMeaning> shown() const;

protected:
    void followPictures() override { showMeanings(); }
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void showMeanings();
    QString tip() const;
    std::vector<ColourMeaning> meaningsNow() const;
    int widthOf(const ColourMeaning &meaning) const;
    int widthOfMore() const; // of the sign that some have no room

    const FlameChartWidget &m_chart;
    const OpenProfile &m_profile;
    const ViewAppearance &m_appearance;
};

} // namespace ember::views
