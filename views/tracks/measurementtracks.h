// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/stoptimes.h"
#include "views/jobs/pacedjob.h"
#include "views/tracks/series.h"
#include "views/tracks/track.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ember::views {

class SpanPlottable;

// Slow and frozen frames of a process, each as a bar from its start to its end. A click chooses the
// frame, which shows why it was slow.
class FrameTrack : public Track {
    Q_OBJECT
public:
    // `series`: the slow frames of a process, its frozen frames, or both.
    FrameTrack(ViewState &state, std::vector<model::MeasurementIndex> series, SeriesTitle title,
               QWidget *parent);

protected:
    void readSnapshot() override;
    void applyColours() override;
    QString textAt(model::Timestamp time) const override;
    QString textAtRest() const override;
    bool clickAt(model::TimeRange place) override;

private:
    std::vector<model::MeasurementIndex> m_series;
    SpanPlottable *m_slow;
    SpanPlottable *m_frozen; // drawn over the slow ones
};

// Any series other than frames, as a curve.
class CurveTrack : public LineTrack {
    Q_OBJECT
public:
    CurveTrack(ViewState &state, model::MeasurementIndex series, SeriesTitle title,
               QWidget *parent);

protected:
    void readSnapshot() override;
    QString numberText(double value) const override;

private:
    model::MeasurementIndex m_series;
    std::string m_unit;
};

// A sampled level (series.h) as a curve. Computed off the UI thread: there are as many values as
// samples.
class LevelTrack : public LineTrack {
    Q_OBJECT
public:
    // SeriesTitle::NameAndProcess adds the thread to the title, for when several have levels of the
    // same name.
    LevelTrack(ViewState &state, SampledLevel level, SeriesTitle title, QWidget *parent);

protected:
    void readSnapshot() override { m_job.refresh(); }
    QString numberText(double value) const override;

private:
    PacedJob<Curve>::Work question();

    SampledLevel m_level;
    std::string m_unit;
    PacedJob<Curve> m_job;
};

// Events of the capture: pauses, missed ticks, lost samples.
class EventTrack : public Track {
    Q_OBJECT
public:
    EventTrack(ViewState &state, QWidget *parent);

    // Whether any event is worth showing.
    static bool hasEvents(const model::Profile &profile);

protected:
    void readSnapshot() override;
    void applyColours() override;
    QString textAt(model::Timestamp time) const override;

private:
    SpanPlottable *m_gaps;
    SpanPlottable *m_missed;
    SpanPlottable *m_lost;
    std::vector<std::pair<model::TimeRange, std::uint64_t>> m_missedTicks;
};

// The cost of recording: the share of the threads' time in which they were stopped for samples.
// Computed off the UI thread.
class StopTrack : public LineTrack {
    Q_OBJECT
public:
    StopTrack(ViewState &state, QWidget *parent);

    // Whether any thread was stopped.
    static bool hasStops(const model::Profile &profile);

protected:
    void readSnapshot() override { m_job.refresh(); }
    QString numberText(double value) const override;

private:
    PacedJob<Curve>::Work question();

    std::shared_ptr<model::StopShares> m_shares;
    model::Nanoseconds m_finest{}; // least length of the pieces of m_shares
    PacedJob<Curve> m_job;
};

} // namespace ember::views
