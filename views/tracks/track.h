// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/state/viewstate.h"
#include "views/tracks/curve.h"

#include <QWidget>

#include <algorithm>
#include <optional>

class QCustomPlot;

namespace ember::views {

class CurvePlottable;

// Base of strips on the time axis: a cell with the title and the value at the cursor, and right of
// it a plot, which subclasses fill.
class Track : public QWidget {
    Q_OBJECT
public:
    static constexpr int rowHeight = 17; // logical pixels

    Track(ViewState &state, const QString &title, QWidget *parent);

    QSize sizeHint() const override;

    // Sets the width of the cell left of the plot.
    void setGutter(int width);
    // The text of the cell beside the title.
    const QString &value() const { return m_value; }

    // Call when there is another snapshot.
    void refresh();

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

    ViewState &state() { return m_state; }

    QCustomPlot &plot() { return *m_plot; }
    int plotWidth() const { return std::max(0, width() - m_gutter); }

    // Repaints the visible range; call when what is drawn has changed.
    void showVisible();

    virtual void readSnapshot() = 0;
    virtual void applyVisibleRange() { }
    virtual void applyColours() = 0;
    virtual QString textAt(model::Timestamp time) const = 0;
    // Called for a click at this place, which is a few pixels wide. Returns false if it has no
    // effect.
    virtual bool clickAt(model::TimeRange) { return false; }
    // The text shown while the cursor is elsewhere.
    virtual QString textAtRest() const { return {}; }

private:
    void showCursor();
    void applyTheme();

    ViewState &m_state;
    QCustomPlot *m_plot;
    QString m_title;
    QString m_value;
    int m_gutter = 0;
};

// Numbers as a thin line, filled below, with zero always in sight. Subclasses provide the values.
class LineTrack : public Track {
    Q_OBJECT
public:
    LineTrack(ViewState &state, const QString &title, QWidget *parent);

protected:
    void setCurve(Curve curve);
    Curve &curve() { return m_curve; } // extended by readSnapshot()

    virtual QString numberText(double value) const = 0;

    void applyVisibleRange() override;
    void applyColours() override;
    QString textAt(model::Timestamp time) const override;
    QString textAtRest() const override;

private:
    Curve m_curve;
    CurvePlottable *m_plottable;
    std::optional<double> m_highest; // of the visible values
};

} // namespace ember::views
