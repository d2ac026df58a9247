// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/plots/curve.h"
#include "views/tracks/track.h"

#include <optional>
#include <string>
#include <vector>

namespace ember::views {

class CurvePlottable;
class SpanPlottable;

// Slow or frozen frames: each a bar from its start to its end. A click asks why it was slow.
class FrameTrack : public Track {
    Q_OBJECT
public:
    FrameTrack(ViewState &state, model::MeasurementIndex series, QWidget *parent);

protected:
    void readSnapshot() override;
    void applyColours() override;
    QString textAt(model::Timestamp time) const override;
    bool clickAt(model::TimeRange place) override;

private:
    model::MeasurementIndex m_series;
    SpanPlottable *m_frames;
    bool m_frozen;
};

// Any other series: a thin line, filled below.
class CurveTrack : public Track {
    Q_OBJECT
public:
    CurveTrack(ViewState &state, model::MeasurementIndex series, QWidget *parent);

protected:
    void readSnapshot() override;
    void applyVisibleRange() override;
    void applyColours() override;
    QString textAt(model::Timestamp time) const override;
    QString textAtRest() const override;

private:
    model::MeasurementIndex m_series;
    Curve m_curve;
    CurvePlottable *m_plottable;
    std::string m_unit;
    std::optional<double> m_highest; // of what is shown
};

// What happened to the capture: pauses, missed ticks, lost samples.
class EventTrack : public Track {
    Q_OBJECT
public:
    EventTrack(ViewState &state, QWidget *parent);

    // False: nothing happened that one should see.
    static bool hasEvents(const model::Profile &profile);

protected:
    void readSnapshot() override;
    void applyColours() override;
    QString textAt(model::Timestamp time) const override;

private:
    SpanPlottable *m_pauses;
    SpanPlottable *m_missed;
    SpanPlottable *m_lost;
    std::vector<model::CaptureEvent> m_events;
};

} // namespace ember::views
