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

// Compares the outlined function, or all calls if none is outlined, in the baseline and in the open
// profile, for the ranges, threads and filters of all views of sums; per second if the ranges are
// not equally long. Computed off the UI thread. The state and its baseline must outlive it.
class ComparedTotals : public QObject {
    Q_OBJECT
public:
    ComparedTotals(ViewState &open, const AlignedBaseline &baseline);

    // Returns "parse: 400 ms → 800 ms, +400 ms, ×2.00, beyond noise", or "400 ms/s → …"; empty if
    // not known or not comparable.
    QString text() const;

signals:
    void changed();

private:
    PacedJob<ComparisonPointer>::Work question() const;
    // The compared amounts; empty if the function has no samples in either range.
    std::optional<model::ComparedAmount> amount() const;

    ViewState &m_open;
    const AlignedBaseline &m_baseline;
    ComparisonPointer m_comparison;
    PacedJob<ComparisonPointer> m_job;
};

// The line above the baseline's chart: the baseline's name, the outlined function's weight in both,
// and their alignment in time.
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
