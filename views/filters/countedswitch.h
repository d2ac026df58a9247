// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/selection.h"

#include <QAbstractButton>
#include <QWidget>

#include <vector>

class QButtonGroup;

namespace ember::views {

class OpenProfile;
class SumsQuery;

// One position of a switch, filled while it is on. Arrow keys go to the next position.
class SwitchSegment : public QAbstractButton {
    Q_OBJECT
public:
    SwitchSegment(const QString &text, QWidget *parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;
};

// Switches what the views of sums count: Busy, Running, Waiting or All. What the profile cannot
// tell is disabled, and its tip says why; if it tells none, All is on.
class CountedSwitch : public QWidget {
    Q_OBJECT
public:
    CountedSwitch(const OpenProfile &profile, SumsQuery &sums, QWidget *parent = nullptr);

    enum class Room : bool { Little, Enough };
    // With Room::Little only the position that is on is shown, and only if it leaves out more than
    // idle waits; the menu has all.
    void setRoom(Room room);

private:
    struct Place {
        model::Counted counted;
        SwitchSegment *button;
        QString toolTip;
    };

    void add(model::Counted counted, const QString &toolTip);
    void showState();

    SumsQuery &m_sums;
    QButtonGroup *m_group;
    std::vector<Place> m_places;
    Room m_room = Room::Enough;
};

} // namespace ember::views
