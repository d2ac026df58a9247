// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/waitarrow.h"

#include "views/state/openprofile.h"
#include "views/state/threadchoice.h"
#include "views/state/viewappearance.h"
#include "views/state/viewselection.h"
#include "views/text/longestwaittext.h"
#include "views/text/plaintexts.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

constexpr double headLength = 8; // logical pixels
constexpr double headWidth = 4; // to each side

// Returns the y of the middle of a thread's strip, or of its group's strip if the group is closed;
// empty if it has none.
std::optional<double> stripOf(const ThreadOrder &order, const ChartLayout &layout,
                              ThreadIndex thread)
{
    const Lane *lane = layout.laneOf(thread);
    if (!lane) {
        const auto &groups = order.groups();
        const auto *group = order.groupOf(thread);
        lane =
            group ? layout.laneOf(ThreadGroupIndex(std::size_t(group - groups.data()))) : nullptr;
    }
    return lane ? std::optional(lane->top + lane->strip / 2.0) : std::nullopt;
}

} // namespace

PacedJob<std::optional<Wait>>::Work longestWaitWork(const OpenProfile &profile,
                                                    const ViewSelection &selection)
{
    const auto &box = selection.box();
    if (!box || !profile.spans())
        return {};
    return
        [recorded = profile.spans()->profile(), thread = box->thread,
         range = rangeOf(*profile.spans(), *box)] { return longestWait(*recorded, thread, range); };
}

WaitArrow::WaitArrow(const OpenProfile &profile, const ViewSelection &selection,
                     const ThreadChoice &threads, const ViewAppearance &appearance, QObject *parent)
    : QObject(parent),
      m_profile(profile),
      m_selection(selection),
      m_threads(threads),
      m_appearance(appearance),
      m_job(
          this, [this] { return longestWaitWork(m_profile, m_selection); },
          [this](Found found) {
              m_wait = found && found->likely ? std::move(found) : std::nullopt;
              emit changed();
          })
{
    connect(&selection, &ViewSelection::boxChanged, this, &WaitArrow::ask);
    connect(&profile, &OpenProfile::changed, this, &WaitArrow::ask);
}

// Asks again if another call is selected, or the profile has grown. A profile that was read again
// may have an equal box, but has other threads.
void WaitArrow::ask()
{
    const auto &box = m_selection.box();
    const auto serial = m_profile.serial();
    if (box && box == m_box && serial == m_serial) {
        m_job.refresh();
        return;
    }
    m_box = box;
    m_serial = serial;
    const bool had = std::exchange(m_wait, std::nullopt).has_value();
    m_job.drop(); // the wait of another call
    if (m_box && m_profile.spans())
        m_job.askAnew();
    if (had)
        emit changed();
}

QString WaitArrow::text() const
{
    if (!m_wait || !m_profile.spans())
        return {};
    return longestWaitText(*m_profile.spans()->profile(), *m_wait, m_profile.origin());
}

// Paints the arrow at the time at which the wait ends: then the other thread let go, woke or ended.
void WaitArrow::paint(QPainter &painter, const ChartLayout &layout, const ChartCamera &camera,
                      QSize size) const
{
    const auto &box = m_selection.box();
    if (!m_wait || !box || m_wait->thread != box->thread)
        return;
    const Lane *lane = layout.laneOf(box->thread);
    const auto from = stripOf(m_threads.order(), layout, m_wait->likely->thread);
    const double x = camera.scale.toX(m_wait->range.end);
    if (!lane || !from || x < 0 || x > camera.scale.width())
        return;
    const bool isRow = static_cast<int>(box->depth) < lane->rows;
    const double row = isRow ? layout.rowTop(*lane, box->depth) : lane->top;
    const double height = isRow ? layout.metrics().rowHeight : lane->strip;
    const bool isFromBelow = *from > row + height / 2;
    const QPointF tail(x, *from - camera.scrollY);
    const QPointF tip(x, row + (isFromBelow ? height : 0) - camera.scrollY);
    if (std::abs(tail.y() - tip.y()) < headLength)
        return;
    const double back = isFromBelow ? headLength : -headLength;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    // Each stroke has a wider one of the background's colour under it, to be seen on boxes of any
    // colour.
    for (const auto &[colour, width] : {std::pair(m_appearance.theme().background, 4.0),
                                        std::pair(m_appearance.theme().text, 1.5)}) {
        painter.setPen(QPen(colour, width, Qt::DashLine));
        painter.drawLine(tail, tip + QPointF(0, back));
        painter.setPen(QPen(colour, width - 1.5));
        painter.setBrush(colour);
        painter.drawEllipse(tail, headWidth / 2, headWidth / 2);
        painter.drawPolygon(
            QPolygonF{tip, tip + QPointF(-headWidth, back), tip + QPointF(headWidth, back)});
    }
    paintText(painter, tail, tip, size);
    painter.restore();
}

// Paints the text on a plate at the arrow's tail, left or right where there is more width, and
// beyond the tail, seen from the selected call: there it hides neither the call nor its neighbours.
// If the tail is out of sight the plate is at that edge of the chart which is farther from the
// call.
void WaitArrow::paintText(QPainter &painter, QPointF tail, QPointF tip, QSize size) const
{
    constexpr double gap = 8;
    constexpr double margin = 4;
    const QFontMetricsF metrics(painter.font());
    const double most = size.width() - 2 * (gap + margin);
    const QString said =
        metrics.elidedText(shortened(text().simplified()), Qt::ElideRight, std::max(most, 0.0));
    const double length = metrics.horizontalAdvance(said) + 2 * margin;
    const double height = metrics.height() + 2;
    const double beside = tail.x() < size.width() / 2.0 ? tail.x() + gap : tail.x() - gap - length;
    const double left = std::clamp(beside, 0.0, std::max(size.width() - length, 0.0));
    const double lowest = std::max(size.height() - height - 1, 1.0);
    const bool isInSight = tail.y() >= 0 && tail.y() <= size.height();
    const double away = tail.y() > tip.y() ? tail.y() + gap : tail.y() - gap - height;
    const double atEdge = tip.y() < size.height() / 2.0 ? lowest : 1.0;
    const double top = isInSight ? std::clamp(away, 1.0, lowest) : atEdge;
    const QRectF plate(left, top, length, height);
    painter.setPen(m_appearance.theme().surfaceBorder);
    painter.setBrush(m_appearance.theme().surface);
    painter.drawRoundedRect(plate, 3, 3);
    painter.setPen(m_appearance.theme().text);
    painter.drawText(plate, int(Qt::AlignCenter), said);
}

} // namespace ember::views
