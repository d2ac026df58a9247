// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/details/statebar.h"

#include "views/canvas/boxcolours.h"
#include "views/flamechart/lanetext.h"
#include "views/state/viewappearance.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ember::views {

using namespace model;

namespace {

constexpr int besideText = 4;
constexpr int leastHeight = 15;

Nanoseconds sumOf(const ActivityTimes &times)
{
    Nanoseconds sum{};
    for (const Activity activity : laneStates)
        sum += times.at(std::size_t(activity));
    return sum;
}

} // namespace

StateBar::StateBar(const ViewAppearance &appearance, QWidget *parent)
    : QWidget(parent),
      m_appearance(appearance)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&appearance, &ViewAppearance::changed, this, qOverload<>(&QWidget::update));
    hide();
}

QSize StateBar::sizeHint() const
{
    return {0, std::max(leastHeight, fontMetrics().height())};
}

void StateBar::setTimes(const ActivityTimes &times)
{
    m_times = times;
    setVisible(sumOf(times).count() > 0);
    update();
}

void StateBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const double all = double(sumOf(m_times).count());
    double before = 0;
    for (const Activity activity : laneStates) {
        const double share = double(m_times.at(std::size_t(activity)).count()) / all;
        const int left = static_cast<int>(std::lround(before * width()));
        before += share;
        const QRect place(left, 0, static_cast<int>(std::lround(before * width())) - left,
                          height());
        const BoxColour colour = laneColour(m_appearance.theme(), activity);
        painter.fillRect(place, QColor(colour.fill));
        const QString text =
            tr("%1 %").arg(QLocale().toString(static_cast<int>(std::lround(100 * share))));
        if (fontMetrics().horizontalAdvance(text) + 2 * besideText > place.width())
            continue;
        painter.setPen(QColor(colour.text));
        painter.drawText(place.adjusted(besideText, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                         text);
    }
}

} // namespace ember::views
