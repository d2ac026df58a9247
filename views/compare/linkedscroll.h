// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/compare/alignedbaseline.h"

#include <QObject>

#include <functional>

namespace ember::views {

class FlameChartWidget;

// Scrolls the charts of what is open and of its baseline together: the thread at the top of one is
// at the top of the other, as far as that reaches. All must outlive it.
class LinkedScroll : public QObject {
    Q_OBJECT
public:
    LinkedScroll(FlameChartWidget &open, FlameChartWidget &below, const AlignedBaseline &baseline);

private:
    using PartnerOf = std::function<model::ThreadIndex(model::ThreadIndex)>;

    void follow(const FlameChartWidget &leader, FlameChartWidget &follower,
                const PartnerOf &partnerOf);

    bool m_isFollowing = false;
};

} // namespace ember::views
