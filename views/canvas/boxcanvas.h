// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/state/keymap.h"

#include <QImage>
#include <QWidget>

#include <cstdint>
#include <optional>

class QMouseEvent;
class QNativeGestureEvent;
class QPainter;
class QScrollBar;
class QWheelEvent;

namespace ember::views {

class ViewAppearance;

// Handles mouse, wheel and touchpad in a canvas of boxes.
class CanvasPointer {
public:
    virtual ~CanvasPointer() = default;

    virtual void press(const QMouseEvent &event) = 0;
    virtual void move(const QMouseEvent &event) = 0;
    virtual void release(const QMouseEvent &event) = 0;
    virtual void doubleClick(const QMouseEvent &event) = 0;
    virtual void leave() = 0;
    virtual void turnWheel(const QWheelEvent &event) = 0;
    // Performs a gesture on a touchpad; returns false if the canvas does nothing on it.
    virtual bool perform(const QNativeGestureEvent &) { return false; }

    // The shape of the mouse pointer where it is now.
    Qt::CursorShape shape() const { return m_shape; }

protected:
    Qt::CursorShape m_shape = Qt::ArrowCursor;
};

// Base of widgets that paint rows of boxes beside a scroll bar. Keeps the picture of the boxes
// until they change, paints over it what changes more often, and passes on mouse and keyboard
// events.
class BoxCanvas : public QWidget, public ChartActionTarget {
    Q_OBJECT
public:
    // The most boxes that are presented to screen readers.
    static constexpr std::size_t mostAccessibleBoxes = 500;

signals:
    // The right button was pressed; the box at this position is selected now.
    void contextMenuRequested(const QPoint &globalPosition);

protected:
    // The appearance must outlive the canvas.
    BoxCanvas(const ViewAppearance &appearance, QWidget *parent);

    QScrollBar &scrollBar() const { return *m_scrollBar; }

    void repaintBoxes(); // call when boxes have changed, moved or look different
    void repaintOverlay(); // call when only what lies over the boxes has changed

    virtual CanvasPointer &pointer() = 0;
    // Returns the size in logical pixels, without the scroll bar.
    virtual QSize canvasSize() const = 0;
    virtual void resizeCanvas(QSize size) = 0;
    virtual void setLabelFont(const QFont &font) = 0;
    virtual void forgetVisibleBoxes() = 0;
    // Whether there are no boxes to paint; then a text is shown instead.
    virtual bool isEmpty() const = 0;
    virtual QString emptyText() const = 0;
    // Paints the boxes into the whole image.
    virtual void paintBoxes(QImage &image) = 0;
    // Whether `image` already has the boxes without names, painted for another part of the
    // document.
    enum class Prepared : std::uint8_t { Nothing, Boxes };

    // Paints a part of the canvas, in logical pixels, into a document, with names as texts. First
    // fills `image` with all boxes without names, unless they are prepared. False if the image
    // should be painted instead.
    virtual bool paintDocument(QPainter &, QImage &, const QRect &, Prepared) { return false; }
    virtual void paintOverlay(QPainter &painter) = 0;
    virtual bool isAnySelected() const = 0;
    // Returns the tip at a position as rich text; empty if there is none.
    virtual QString tipAt(const QPoint &position) const = 0;

    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    bool stepsInOrder(const QKeyEvent &event);
    bool prepareImage();

    const ViewAppearance &m_appearance;
    QScrollBar *m_scrollBar;
    QImage m_boxes; // the boxes as painted last
    bool m_boxesAreOld = true;
    Prepared m_prepared = Prepared::Nothing; // what m_boxes has for a document
};

// What a turn of the wheel, or a stroke on a touchpad, asks of a chart.
struct WheelTurn {
    std::optional<double> zoom; // with Ctrl: the factor; then there is no pan or scroll
    double pan = 0; // to the left, in pixels
    int scroll = 0; // down, in pixels
};

WheelTurn wheelTurn(const QWheelEvent &event);

// Paints an opaque image (Format_RGB32) at a painter's origin, like drawImage(). If only pixels are
// to be copied, all cores share the work: copying a whole screen costs as much as painting the
// image did.
void copyImage(QPainter &painter, const QImage &image);

} // namespace ember::views
