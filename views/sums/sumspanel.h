// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "model/query/callweights.h"
#include "model/query/mergedtree.h"
#include "views/boxes/boxreference.h"
#include "views/jobs/pacedjob.h"
#include "views/state/sumsquery.h"
#include "views/state/viewstate.h"

#include <QComboBox>
#include <QToolButton>
#include <QWidget>

#include <cstddef>
#include <cstdint>
#include <optional>

class QHBoxLayout;
class QLabel;

namespace ember::views {

// The place of the selected match among all boxes or rows of a view that match the search.
struct MatchPlace {
    std::size_t number = 0; // of the selected match, from 1; 0: no match is selected
    std::size_t count = 0;
};

// Base of the views of sums: asks again when the selection changes, while it is visible. Clears
// calls of another profile, or of the same read again, at once.
class SumsPanel : public QWidget {
    Q_OBJECT
public:
    explicit SumsPanel(ViewState &state, QWidget *parent = nullptr);

    // Goes to the next match among the rows or boxes of the view. Returns false if the view has no
    // order of its own: then the search steps through the chart.
    virtual bool goToMatch(Direction) { return false; }
    // Returns where the view is among its matches; nothing if it does not know.
    virtual std::optional<MatchPlace> matchPlace() { return std::nullopt; }

signals:
    void matchPlaceChanged();
    // The right button was pressed on a function, which is now ViewSelection::function().
    void contextMenuRequested(const QPoint &globalPosition);
    // Enter or a double click on a function, which is now ViewSelection::function(): its callers
    // and callees should be shown.
    void functionActivated();

protected:
    ViewState &state() const { return m_state; }
    void showEvent(QShowEvent *event) override;
    void askIfSeen();

    // Returns whether range, threads, weight or filters have changed since the previous call: then
    // another list is shown, from its beginning. New threads of a growing capture are no change.
    bool noteQuestion();

    virtual void askAnew() = 0; // asks another question
    virtual void refresh() = 0; // asks the same question about newer data
    virtual void forget() = 0; // clears what is shown, which is of another profile

private:
    void followProfile();

    ViewState &m_state;
    std::uint64_t m_profileSerial; // of the profile whose calls are shown
    model::Selection m_asked;
    std::size_t m_askedThreads = 0; // threads that the profile had at m_asked
};

// The line above a view of sums: names the selection and lets the user choose the weight, which all
// such views share.
class SelectionBar : public QWidget {
    Q_OBJECT
public:
    explicit SelectionBar(ViewState &state, QWidget *parent = nullptr);

    // Adds a tool between the scope and the weight.
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
    QString m_left; // sum of the calls that the filters leave, if known
    PacedJob<Calls> m_job; // asks the same as the view below; the shared weigher computes it once
};

// The weight of functions: time, or a value type of the profile's samples. Gauges are left out:
// they do not add up. Hidden if there is no choice. All choices of one view state show the same
// weight.
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
