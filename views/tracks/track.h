// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/state/viewstate.h"
#include "views/tracks/curve.h"

#include <QWidget>

#include <optional>

class QCPItemText;
class QCustomPlot;

namespace ember::views {

class CurvePlottable;

// A strip over the time axis: a plot, its title at the left, what it says under the cursor at the
// right. Subclasses fill it.
class Track : public QWidget {
    Q_OBJECT
public:
    Track(ViewState &state, const QString &title, int height, QWidget *parent);

    QSize sizeHint() const override;

    // The snapshot has news of it.
    void refresh();

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

    ViewState &state() { return m_state; }

    QCustomPlot &plot() { return *m_plot; }

    // Other things are drawn now.
    void showVisible();

    // Title and value stand above what is drawn, not on it.
    void keepBandForText();

    virtual void readSnapshot() = 0;
    virtual void applyVisibleRange() { }
    virtual void applyColours() = 0;
    virtual QString textAt(model::Timestamp time) const = 0;
    // A click there, a few pixels wide. False: means nothing here.
    virtual bool clickAt(model::TimeRange) { return false; }
    // While the cursor is elsewhere.
    virtual QString textAtRest() const { return {}; }

private:
    void showCursor();
    void applyTheme();
    void applyVeil();

    ViewState &m_state;
    QCustomPlot *m_plot;
    QCPItemText *m_title;
    QCPItemText *m_value;
    int m_height;
};

// Numbers as a thin line, filled below, zero always in sight. Subclasses say where they come from.
class LineTrack : public Track {
    Q_OBJECT
public:
    LineTrack(ViewState &state, const QString &title, QWidget *parent);

protected:
    void setCurve(Curve curve);
    Curve &curve() { return m_curve; } // to be continued by readSnapshot()

    virtual QString numberText(double value) const = 0;

    void applyVisibleRange() override;
    void applyColours() override;
    QString textAt(model::Timestamp time) const override;
    QString textAtRest() const override;

private:
    Curve m_curve;
    CurvePlottable *m_plottable;
    std::optional<double> m_highest; // of what is shown
};

} // namespace ember::views
