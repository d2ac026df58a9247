// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/linkedscroll.h"

#include "views/flamechart/flamechartwidget.h"

#include <QScopedValueRollback>

#include <algorithm>

namespace ember::views {

using namespace model;

LinkedScroll::LinkedScroll(FlameChartWidget &open, FlameChartWidget &below,
                           const AlignedBaseline &baseline)
{
    connect(&open, &FlameChartWidget::scrolled, this, [this, &open, &below, &baseline] {
        follow(open, below, [&](ThreadIndex thread) { return baseline.inBaseline(thread); });
    });
    connect(&below, &FlameChartWidget::scrolled, this, [this, &open, &below, &baseline] {
        follow(below, open, [&](ThreadIndex thread) { return baseline.inOpen(thread); });
    });
    follow(open, below, [&](ThreadIndex thread) { return baseline.inBaseline(thread); });
}

// By the lane at the top, or the nearest one above it that the other has, too.
void LinkedScroll::follow(const FlameChartWidget &leader, FlameChartWidget &follower,
                          const PartnerOf &partnerOf)
{
    if (m_isFollowing)
        return;
    const QScopedValueRollback following(m_isFollowing, true);
    const int y = leader.camera().scrollY;
    const auto &lanes = leader.chartLayout().lanes();
    auto place = std::min(leader.chartLayout().firstLaneBelow(y) + 1, lanes.size());
    while (place-- > 0) {
        const auto partner = partnerOf(lanes[place].thread);
        const Lane *lane = partner.isValid() ? follower.chartLayout().laneOf(partner) : nullptr;
        if (!lane)
            continue;
        const int height = follower.chartLayout().bottom(*lane) - lane->top;
        follower.scrollTo(lane->top + std::clamp(y - lanes[place].top, 0, height));
        return;
    }
}

} // namespace ember::views
