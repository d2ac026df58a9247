// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QPoint;

namespace ember::views {
class AlignedBaseline;
class BaselineChoice;
class OpenProfile;
class TimelineView;
} // namespace ember::views

namespace ember::app {

class Actions;
class CompareActions;

// Controls the baseline's chart below the main one: whether it is shown, and the commands that
// align the two. If switched on with nothing open, it appears with the next profile.
class SideBySideController : public QObject {
    Q_OBJECT
public:
    SideBySideController(const views::OpenProfile &profile, views::BaselineChoice &baseline,
                         views::TimelineView &timeline, QObject *parent);

    void connectTo(Actions &actions);

signals:
    void shown();
    // A context menu was requested in the baseline's chart, for the view state's function.
    void contextMenuRequested(const QPoint &globalPosition);

private:
    void showState();
    void show();

    const views::OpenProfile &m_profile;
    views::BaselineChoice &m_baseline;
    views::TimelineView &m_timeline;
    CompareActions *m_actions = nullptr;
};

} // namespace ember::app
