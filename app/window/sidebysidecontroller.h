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

// Controls the baseline's chart below the main one: whether it is shown, and the commands that
// align the two. If switched on with nothing open, it appears with the next profile.
class SideBySideController : public QObject {
    Q_OBJECT
public:
    SideBySideController(const views::OpenProfile &profile, views::BaselineChoice &baseline,
                         views::TimelineView &timeline, QObject *parent);

    bool isPossible() const; // there is a baseline to show beside the profile
    // Whether the baseline's chart is shown as soon as it is possible.
    bool isWanted() const { return m_isWanted; }
    void setWanted(bool isWanted);
    bool isShown() const { return isPossible() && m_isWanted; }
    void alignStarts();
    void alignCalls();

signals:
    void shown();
    void changed(); // isWanted() has changed
    // A context menu was requested in the baseline's chart, for the view state's function.
    void contextMenuRequested(const QPoint &globalPosition);

private:
    void showState();
    void show();

    const views::OpenProfile &m_profile;
    views::BaselineChoice &m_baseline;
    views::TimelineView &m_timeline;
    bool m_isWanted = false;
};

} // namespace ember::app
