// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/compare/alignedbaseline.h"
#include "views/compare/comparedtotals.h"

#include <QWidget>

class QDoubleSpinBox;
class QHBoxLayout;

namespace ember::views {

class ElidedLabel;

// The line above the baseline's chart: what it is, what the outlined function took here and there,
// and how the two stand to each other in time.
class BaselineBar : public QWidget {
    Q_OBJECT
public:
    BaselineBar(ViewState &open, AlignedBaseline &baseline, QWidget *parent = nullptr);

signals:
    void closeRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void createTools(QHBoxLayout &line);
    QWidget *createAlign();
    void showBaseline();
    void showTotals();
    void showShift();

    ViewState &m_open;
    AlignedBaseline &m_baseline;
    ComparedTotals m_totals;
    ElidedLabel *m_title;
    ElidedLabel *m_amounts;
    QDoubleSpinBox *m_shift;
};

} // namespace ember::views
