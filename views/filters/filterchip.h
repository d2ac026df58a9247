// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QPoint>

namespace ember::views {

// One filter: its text and a cross that removes it, as Delete does. A click opens a menu.
class FilterChip : public QAbstractButton {
    Q_OBJECT
public:
    enum class Place : std::uint8_t { Fixed, Movable };

    FilterChip(const QString &text, Place place, QWidget *parent = nullptr);

    void setLabel(const QString &text);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void removeRequested();
    void moveRequested(int by); // -1: one place to the left, 1: to the right
    void dropped(int x); // a movable chip was dropped at `x` of its parent

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void nextCheckState() override;

private:
    QRect cross() const;
    void openMenu();

    Place m_place;
    QPoint m_pressed;
    bool m_isDragged = false;
};

} // namespace ember::views
