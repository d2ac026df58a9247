// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/compare/comparisonmodel.h"
#include "views/jobs/pacedjob.h"
#include "views/timeline/alignedbaseline.h"

#include <QObject>
#include <QString>
#include <QWidget>

#include <optional>

class QDoubleSpinBox;
class QHBoxLayout;

namespace ember::views {

class ElidedLabel;

// What the outlined function took in the baseline and in what is open, or all calls did where none
// is outlined: of the ranges, threads and filters that all views of sums have; per second where the
// ranges are not equally long. Computed off the UI thread. The state and its baseline must outlive
// it.
class ComparedTotals : public QObject {
    Q_OBJECT
public:
    ComparedTotals(ViewState &open, const AlignedBaseline &baseline);

    // "parse: 400 ms → 800 ms, +400 ms, ×2.00, beyond noise", or "400 ms/s → …"; empty: not known,
    // or not comparable.
    QString text() const;

signals:
    void changed();

private:
    PacedJob<ComparisonPointer>::Work question() const;
    // None: the function has no samples in either range.
    std::optional<model::ComparedAmount> amount() const;

    ViewState &m_open;
    const AlignedBaseline &m_baseline;
    ComparisonPointer m_comparison;
    PacedJob<ComparisonPointer> m_job;
};

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
