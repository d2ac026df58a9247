// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/waits.h"
#include "model/query/functionstatistics.h"
#include "views/answer/sentence.h"
#include "views/jobs/pacedjob.h"
#include "views/state/viewstate.h"

#include <QWidget>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace ember::views {

class CpuRows;
class StateBar;
class WrappedText;

// Tells why the chosen frame was slow, and about the selected call or function: the call's time and
// samples, the function's time in the selected range, the raw attributes of its frame, and its
// callers. For a call that still runs, times and samples are updated as the capture grows.
class DetailsPanel : public QWidget {
    Q_OBJECT
public:
    explicit DetailsPanel(ViewState &state, QWidget *parent = nullptr);

signals:
    // The right button was pressed; the call's function is now ViewSelection::function().
    void contextMenuRequested(const QPoint &globalPosition);
    // A link in the text about the chosen frame was followed.
    void linkActivated(const ember::views::AnswerLink &link);

protected:
    void showEvent(QShowEvent *event) override;

private:
    using Functions = std::vector<model::FunctionStatistics>;

    void connectState();
    void showSelection();
    void followCapture();
    void followThreads();
    model::FrameIndex describedFunction() const;
    void requestMenu(const QPoint &position);
    void showFrame();
    void showTitle(const QString &name);
    void showHint();
    void showFunction(model::FrameIndex frame);
    void showCallers(const BoxReference &box);
    PacedJob<Functions>::Work statisticsWork() const;
    void showCall();
    void showStatistics(const Functions &functions);

    ViewState &m_state;
    WrappedText *m_title;
    QLabel *m_hint; // while nothing is selected
    QLabel *m_answer; // what the selected call or function took, in one sentence
    StateBar *m_states; // the selected call's states as a bar
    QTreeWidget *m_rows;
    CpuRows *m_holders; // rows of the chosen frame
    QTreeWidgetItem *m_call = nullptr;
    QTreeWidgetItem *m_function = nullptr; // the row that receives the job's answer
    std::vector<model::ThreadIndex> m_counted; // threads of the function's figures; empty: all
    bool m_isFunctionNewer = false; // the function was selected after the frame was chosen
    PacedJob<Functions> m_job;
    std::optional<model::Wait> m_wait; // the longest in the selected call
    PacedJob<std::optional<model::Wait>> m_waitJob;
};

} // namespace ember::views
