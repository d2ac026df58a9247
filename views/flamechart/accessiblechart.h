// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/boxreference.h"

#include <QAccessibleWidget>

#include <utility>
#include <vector>

namespace ember::views {

class FlameChartWidget;

// The chart as screen readers have it. Its children are the visible boxes of the thread the
// keyboard is in, then its widgets. See AccessibleBox.
class AccessibleChart : public QAccessibleWidget {
public:
    explicit AccessibleChart(FlameChartWidget &chart);
    ~AccessibleChart() override;

    // Once per program is enough; more do no harm.
    static void install();

    int childCount() const override;
    QAccessibleInterface *child(int index) const override;
    QAccessibleInterface *childAt(int x, int y) const override;
    int indexOfChild(const QAccessibleInterface *child) const override;
    QAccessibleInterface *focusChild() const override;

private:
    using Known = std::vector<std::pair<BoxReference, QAccessible::Id>>;

    FlameChartWidget &chart() const;
    int boxCount() const;
    QAccessibleInterface *interfaceOf(const BoxReference &box) const;
    void forgetOthers() const;

    mutable Known m_known; // boxes that somebody asked for
};

} // namespace ember::views
