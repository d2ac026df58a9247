// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "model/query/callweights.h"
#include "model/query/mergedtree.h"
#include "views/jobs/pacedjob.h"

#include <QComboBox>
#include <QToolButton>
#include <QWidget>

#include <cstdint>

class QHBoxLayout;
class QLabel;

namespace ember::views {

class ViewState;

class ViewState;

// The line above a view of sums: what they are of, and what they are weighed by, which is the same
// for all such views.
class SelectionBar : public QWidget {
    Q_OBJECT
public:
    explicit SelectionBar(ViewState &state, QWidget *parent = nullptr);

    // Behind the scope, before the weight.
    void addTool(QWidget *tool);

protected:
    void showEvent(QShowEvent *event) override;

private:
    using Calls = model::CallWeightsPointer;

    void showChange();
    void showGrowth();
    void showScope();
    PacedJob<Calls>::Work question();
    void showLeft(const Calls &calls);

    ViewState &m_state;
    QLabel *m_scope;
    QHBoxLayout *m_tools;
    QString m_left; // what filters of calls leave, if it is known
    PacedJob<Calls> m_job; // asks what the view below asks: one of them computes
};

// What functions are weighed by: time, or a type of values that the profile's samples have. Hidden
// where there is no choice. Gauges are none: they do not add up. All of one state choose the same.
class WeightChoice : public QComboBox {
    Q_OBJECT
public:
    explicit WeightChoice(ViewState &state, QWidget *parent = nullptr);

private:
    void offer();
    void showWeight();
    void choose();

    ViewState &m_state;
    std::uint64_t m_profileSerial = 0;
};

// The switch between callees and callers.
class TreeChoice : public QToolButton {
    Q_OBJECT
public:
    explicit TreeChoice(const ViewState &state, QWidget *parent = nullptr);

    model::TowardsCalls direction() const;
};

} // namespace ember::views
