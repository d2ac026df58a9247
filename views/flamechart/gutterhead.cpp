// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/gutterhead.h"

#include "views/flamechart/lanetext.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace ember::views {

using namespace model;

namespace {

constexpr int textLeft = 18; // logical pixels; plus the margin of the button that follows

QToolButton *makeButton(QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    QFont font = button->font();
    font.setPointSizeF(font.pointSizeF() * 0.9);
    button->setFont(font);
    return button;
}

} // namespace

GutterHead::GutterHead(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_tracks(makeButton(this)),
      m_thread(makeButton(this)),
      m_running(makeButton(this))
{
    setObjectName(QStringLiteral("gutterHead"));
    m_tracks->setAccessibleName(tr("Measurements"));
    m_tracks->setFixedWidth(textLeft);
    m_tracks->setVisible(false);
    m_thread->setText(tr("Thread"));
    m_thread->setToolTip(tr("Order of the threads"));
    m_running->setToolTip(
        tr("Sort by running time in the selection, pools by the sum of their threads. Before, the "
           "main thread is first and a pool stands where its busiest thread would."));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 1, 0);
    row->setSpacing(0);
    QSizePolicy keepsRoom = m_tracks->sizePolicy();
    keepsRoom.setRetainSizeWhenHidden(true);
    m_tracks->setSizePolicy(keepsRoom);
    row->addWidget(m_tracks);
    row->addWidget(m_thread);
    row->addStretch(1);
    row->addWidget(m_running);
    connect(m_thread, &QToolButton::clicked, this, &GutterHead::showOrders);
    connect(m_running, &QToolButton::clicked, this, &GutterHead::sortByRunning);
    connect(m_tracks, &QToolButton::clicked, this, &GutterHead::foldTracksRequested);
    connect(&state.profile(), &OpenProfile::changed, this, &GutterHead::refresh);
    connect(&state.appearance(), &ViewAppearance::changed, this, qOverload<>(&GutterHead::update));
    refresh();
}

void GutterHead::refresh()
{
    m_running->setText(m_state.spans() && !m_state.profile().hasStates() ? tr("Sampled")
                                                                         : tr("Running"));
}

void GutterHead::tellTracks(bool areThere, bool areFolded)
{
    m_tracks->setVisible(areThere);
    m_tracks->setArrowType(areFolded ? Qt::RightArrow : Qt::DownArrow);
    m_tracks->setToolTip(areFolded ? tr("Show the measurements") : tr("Hide the measurements"));
}

void GutterHead::sortByRunning()
{
    if (!m_state.spans())
        return;
    std::vector<Nanoseconds> running;
    for (std::size_t row = 0; row < m_state.spans()->threadCount(); ++row)
        running.push_back(runningOf(m_state, {ThreadIndex(row)}));
    m_state.threads().sortByRunning(std::move(running));
}

void GutterHead::showOrders()
{
    struct Order {
        ThreadSort by;
        QString text;
    };
    const std::array orders{Order{ThreadSort::Activity, tr("Busiest First, Main Thread on Top")},
                            Order{ThreadSort::Running, tr("By Running Time in the Selection")},
                            Order{ThreadSort::Name, tr("By Name")},
                            Order{ThreadSort::Start, tr("By Start")}};
    QMenu menu;
    QActionGroup group(&menu);
    for (const Order &order : orders) {
        QAction *action = menu.addAction(order.text, this, [this, by = order.by] {
            by == ThreadSort::Running ? sortByRunning() : m_state.threads().sort(by);
        });
        action->setCheckable(true);
        action->setActionGroup(&group);
        action->setChecked(m_state.threads().order().sortedBy() == order.by);
    }
    menu.exec(m_thread->mapToGlobal(QPoint(0, m_thread->height())));
}

void GutterHead::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_state.theme().surface);
    painter.fillRect(width() - 1, 0, 1, height(), m_state.theme().surfaceBorder);
}

} // namespace ember::views
