// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spanbuilder.h"
#include "views/timeline/baselinetimeline.h"
#include "views/timeline/timelineview.h"

#include <QObject>
#include <QPoint>
#include <QString>

#include <memory>

class QAction;
class QDoubleSpinBox;

namespace ember::tests {

// What is open and its baseline, side by side, for one test. Moments are in milliseconds.
class SideBySideTest : public QObject {
    Q_OBJECT

protected:
    static model::TimeRange milliseconds(int start, int end);
    // Calls of main, which calls work, rest and gone: work for longer than before; a clock that
    // counts from elsewhere.
    static model::SpanTablePointer now(); // 5000 … 5080
    static model::SpanTablePointer earlier(); // 100 … 160

    void show(const model::SpanTablePointer &open, const model::SpanTablePointer &before);
    // What is open beside the baseline it has.
    void enter();

    views::AlignedBaseline &aligned() { return m_view->baseline()->baseline(); }
    views::ViewState &baseline() { return aligned().state(); }
    views::FlameChartWidget &chart() { return m_view->baseline()->chart(); }
    bool areInStep();
    // Where a moment is in either chart, in pixels.
    double above(int moment);
    double below(int moment);

    // The call of main's that goes on then; it must have that name.
    static views::BoxReference call(const views::ViewState &state, const char *name, int moment);

    QString label(const char *name);
    QString totals() { return label("totals"); }
    QDoubleSpinBox &shift();
    QAction &action(const char *name);

    std::unique_ptr<views::ViewState> m_open;
    std::unique_ptr<views::Searcher> m_searcher;
    std::unique_ptr<views::TimelineView> m_view;

private slots:
    void initTestCase();
    void init();
    void cleanup();
};

} // namespace ember::tests
