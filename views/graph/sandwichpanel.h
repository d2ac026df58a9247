// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/graphwidget.h"
#include "views/pacedjob.h"

#include <QWidget>

class QLabel;

namespace ember::views {

// One function with all who call it above and all it calls below, of the whole selection. Computed
// off the UI thread.
class SandwichPanel : public QWidget {
    Q_OBJECT
public:
    explicit SandwichPanel(ViewState &state, QWidget *parent = nullptr);

    // Of the profile that is open; invalid: nobody.
    void showFunction(model::FrameIndex function);
    model::FrameIndex function() const { return m_function; }

    GraphWidget &callers() { return *m_callers; }
    GraphWidget &callees() { return *m_callees; }

signals:
    // With the right button, of the function that has become ViewState::function().
    void contextMenuRequested(const QPoint &globalPosition);

protected:
    void showEvent(QShowEvent *event) override;

private:
    struct Trees {
        std::shared_ptr<model::MergedTree> callers;
        std::shared_ptr<model::MergedTree> callees;
    };

    void askAnew();
    void refresh();
    void clear();
    PacedJob<Trees>::Work question();
    void showTrees(const Trees &trees);

    ViewState &m_state;
    QLabel *m_title;
    GraphWidget *m_callers;
    GraphWidget *m_callees;
    model::FrameIndex m_function;
    std::uint64_t m_profileSerial = 0; // whose function it is
    PacedJob<Trees> m_job;
};

} // namespace ember::views
