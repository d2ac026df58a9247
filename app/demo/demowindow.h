// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

namespace ember::demo {

// A small animation of dots on a ring, one frame every 16 ms. Every 1.3 s a frame is slow on
// purpose (120 ms), every 4 s one is frozen (800 ms). Reports its frames to Emberchart.
class DemoWindow : public QWidget {
    Q_OBJECT

public:
    explicit DemoWindow(QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void nextFrame();
    void reportFrame();
    void drawRing(QPainter &painter);
    void drawCaption(QPainter &painter);
    bool isDue(qint64 periodMs, qint64 &last) const;

    QTimer m_frameTimer;
    QElapsedTimer m_time;
    qint64 m_lastSlowMs = 0;
    qint64 m_lastFrozenMs = 0;
    qint64 m_frameWanted = 0; // 0: no frame requested
    double m_refreshRate = 0;
    int m_frames = 0;
    int m_slowFrames = 0;
};

} // namespace ember::demo
