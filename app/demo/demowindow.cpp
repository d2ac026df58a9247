// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/demowindow.h"

#include "app/demo/workload.h"
#include "capture/api/emberchart.h"

#include <QPainter>
#include <QScreen>

#include <chrono>
#include <cmath>
#include <numbers>
#include <utility>

namespace ember::demo {

namespace {

using namespace std::chrono_literals;

constexpr int dots = 12;
constexpr int fromEdge = 48; // pixels between the window and the lower edge of the screen
// Period of slow frames: short enough for every capture of five seconds to have some.
constexpr qint64 slowEveryMs = 1'300;
constexpr qint64 frozenEveryMs = 4'000;

} // namespace

DemoWindow::DemoWindow(QWidget *parent) : QWidget(parent)
{
    setWindowTitle(tr("Emberchart demo"));
    resize(360, 300);
    // Placed at the bottom centre of the screen: the lower right corner of Emberchart's window has
    // the tour.
    const QRect room = screen()->availableGeometry();
    move(room.center().x() - width() / 2, room.bottom() - height() - fromEdge);
    connect(&m_frameTimer, &QTimer::timeout, this, &DemoWindow::nextFrame);
    m_frameTimer.start(16ms);
    m_time.start();
}

bool DemoWindow::isDue(qint64 periodMs, qint64 &last) const
{
    if (m_time.elapsed() - last < periodMs)
        return false;
    last = m_time.elapsed();
    return true;
}

void DemoWindow::nextFrame()
{
    ++m_frames;
    if (m_frameWanted == 0)
        m_frameWanted = emberchart_now();
    update();
}

void DemoWindow::paintEvent(QPaintEvent *)
{
    if (isDue(frozenEveryMs, m_lastFrozenMs)) {
        ++m_slowFrames;
        const emberchart::Span span("frozen on purpose");
        drawSlowFrame(800ms);
    } else if (isDue(slowEveryMs, m_lastSlowMs)) {
        ++m_slowFrames;
        const emberchart::Span span("slow on purpose");
        drawSlowFrame(120ms);
    }
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), palette().window());
    drawRing(painter);
    drawCaption(painter);
    reportFrame();
}

void DemoWindow::reportFrame()
{
    if (m_refreshRate != screen()->refreshRate()) {
        m_refreshRate = screen()->refreshRate();
        emberchart_refresh_rate(m_refreshRate);
    }
    if (const qint64 wanted = std::exchange(m_frameWanted, 0); wanted != 0)
        emberchart_frame(wanted, emberchart_now());
}

void DemoWindow::drawRing(QPainter &painter)
{
    const QPointF centre(width() / 2.0, height() / 2.0 - 16);
    const double radius = std::min(width(), height()) * 0.3;
    const double turn = double(m_time.elapsed()) / 2'000.0;
    painter.setPen(Qt::NoPen);
    for (int dot = 0; dot < dots; ++dot) {
        const double part = double(dot) / dots;
        const double angle = 2 * std::numbers::pi * (part + turn);
        painter.setBrush(QColor::fromHsvF(float(0.02 + part * 0.12), 0.9F, 0.95F));
        painter.drawEllipse(centre + radius * QPointF(std::cos(angle), std::sin(angle)),
                            4 + part * 12, 4 + part * 12);
    }
}

void DemoWindow::drawCaption(QPainter &painter)
{
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(rect().adjusted(8, 8, -8, -8), Qt::AlignHCenter | Qt::AlignBottom,
                     tr("%n frame(s)", nullptr, m_frames) + u", "
                         + tr("%n slow on purpose", nullptr, m_slowFrames));
}

} // namespace ember::demo
