// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/filters/countedswitch.h"

#include "views/filters/filtertext.h"
#include "views/state/filterstack.h"
#include "views/state/openprofile.h"
#include "views/state/sumsquery.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPainter>

namespace ember::views {

using namespace model;

namespace {

constexpr int sideMargin = 9;
constexpr int topMargin = 3;

} // namespace

SwitchSegment::SwitchSegment(const QString &text, QWidget *parent) : QAbstractButton(parent)
{
    setText(text);
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize SwitchSegment::sizeHint() const
{
    QFont bold = font(); // so that the switch keeps its width
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    return {metrics.horizontalAdvance(text()) + 2 * sideMargin, metrics.height() + 2 * topMargin};
}

void SwitchSegment::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QPalette::ColorGroup group = isEnabled() ? QPalette::Active : QPalette::Disabled;
    const QColor ink = palette().color(group, QPalette::WindowText);
    const QColor paper = palette().color(group, QPalette::Base);
    QColor edge = ink;
    edge.setAlpha(150);
    painter.setPen(edge);
    painter.setBrush(isChecked() ? ink : paper);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    QFont lettering = font();
    lettering.setBold(isChecked());
    painter.setFont(lettering);
    painter.setPen(isChecked() ? paper : ink);
    painter.drawText(rect(), int(Qt::AlignCenter), text());
    if (hasFocus() || underMouse()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

CountedSwitch::CountedSwitch(const OpenProfile &profile, SumsQuery &sums, QWidget *parent)
    : QWidget(parent),
      m_sums(sums),
      m_group(new QButtonGroup(this))
{
    setObjectName(QStringLiteral("counted"));
    setAccessibleName(tr("What counts"));
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(0);
    add(Counted::Busy,
        tr("All but idle waiting: threads that only wait for something to do (for events, time, "
           "other threads; not for locks) at the base of all they do. Waits for locks and for a "
           "CPU are in it; Running leaves them out, and is what the answer's figures are of"));
    add(Counted::Running, tr("The time in which threads were on a CPU"));
    add(Counted::Waiting,
        tr("The time in which threads waited for anything, idly or not, also for a CPU"));
    add(Counted::All, tr("All time"));
    connect(&sums, &SumsQuery::changed, this, &CountedSwitch::showState);
    connect(&profile, &OpenProfile::changed, this, &CountedSwitch::showState);
    showState();
}

void CountedSwitch::add(Counted counted, const QString &toolTip)
{
    auto *button = new SwitchSegment(countedText(counted), this);
    m_group->addButton(button);
    layout()->addWidget(button);
    m_places.push_back({counted, button, toolTip});
    connect(button, &QAbstractButton::clicked, this,
            [this, counted] { m_sums.filters().setCounted(counted); });
}

void CountedSwitch::setRoom(Room room)
{
    m_room = room;
    showState();
}

void CountedSwitch::showState()
{
    const Counted on = m_sums.countedNow();
    const bool isAnyTold = m_sums.canCount(Counted::Busy);
    for (const Place &place : m_places) {
        const bool isTold = isAnyTold && m_sums.canCount(place.counted);
        place.button->setEnabled(isTold);
        place.button->setChecked(place.counted == on);
        const bool leavesMoreOut = on == Counted::Running || on == Counted::Waiting;
        place.button->setVisible(m_room == Room::Enough || (leavesMoreOut && place.counted == on));
        place.button->setToolTip(isTold ? place.toolTip
                                        : tr("The profile does not tell when its threads ran"));
        place.button->setAccessibleDescription(place.button->toolTip());
    }
}

} // namespace ember::views
