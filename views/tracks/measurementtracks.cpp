// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tracks/measurementtracks.h"

#include "views/state/framechoice.h"
#include "views/text/durationtext.h"
#include "views/text/threadtitle.h"
#include "views/tracks/plottables.h"
#include "views/tracks/series.h"

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

const Measurement &seriesOf(const ViewState &state, MeasurementIndex index)
{
    return state.spans()->profile()->tables().measurements[index];
}

// Returns the process's name, with its pid only if others have the same name: the cell is narrow.
QString shortProcessTitle(const Profile &profile, ProcessIndex index)
{
    if (!index.isValid())
        return {};
    const StringIndex name = profile.process(index).name;
    const auto called = std::ranges::count(profile.tables().processes, name, &Process::name);
    return called > 1 || profile.text(name).empty() ? processTitle(profile, index)
                                                    : fromUtf8(profile.text(name));
}

QString titled(const QString &name, const ViewState &state, MeasurementIndex index,
               SeriesTitle title)
{
    const QString process = title == SeriesTitle::NameAndProcess
        ? shortProcessTitle(*state.spans()->profile(), seriesOf(state, index).process)
        : QString();
    return process.isEmpty() ? name : name + QStringLiteral("  ·  ") + process;
}

// Returns the name, with the unit only if the values' texts do not contain it.
QString titleOf(const ViewState &state, MeasurementIndex index)
{
    const Measurement &series = seriesOf(state, index);
    const auto &strings = state.spans()->profile()->strings();
    const QString name = seriesName(strings[series.name]);
    return saysUnit(strings[series.unit])
        ? name
        : QStringLiteral("%1 (%2)").arg(name, fromUtf8(strings[series.unit]));
}

// Returns the end of the process, or of the profile if that is earlier.
Timestamp endOfLife(const Profile &profile, ProcessIndex process)
{
    const Timestamp end = profile.timeRange().end;
    return process.isValid() ? std::min(profile.process(process).end.value_or(end), end) : end;
}

SpanPlottable *addSpans(QCustomPlot &plot)
{
    return new SpanPlottable(plot.xAxis, plot.yAxis); // owned by the axis' plot
}

} // namespace

FrameTrack::FrameTrack(ViewState &state, std::vector<MeasurementIndex> series, SeriesTitle title,
                       QWidget *parent)
    : Track(state, titled(tr("Frames"), state, series.front(), title), parent),
      m_series(std::move(series)),
      m_slow(addSpans(plot())),
      m_frozen(addSpans(plot()))
{
    m_slow->tellDurations();
    m_frozen->tellDurations();
}

void FrameTrack::readSnapshot()
{
    for (const MeasurementIndex index : m_series) {
        const Measurement &series = seriesOf(state(), index);
        const bool isFrozen = state().spans()->profile()->text(series.name) == frozenFrameSeries;
        (isFrozen ? m_frozen : m_slow)->setSpans(frameSpans(series), state().profile().origin());
    }
}

void FrameTrack::applyColours()
{
    m_slow->setColour(state().theme().warning);
    m_frozen->setColour(state().theme().error);
}

bool FrameTrack::clickAt(TimeRange place)
{
    return state().frames().chooseAt(place);
}

QString FrameTrack::textAt(Timestamp time) const
{
    for (const SpanPlottable *frames : {m_frozen, m_slow}) {
        for (const TimeRange &frame : frames->spans()) {
            if (frame.start > time)
                break;
            if (frame.end >= time)
                return durationText(frame.duration());
        }
    }
    return {};
}

QString FrameTrack::textAtRest() const
{
    // A frozen frame may be reported as a slow one as well.
    const auto &frozen = m_frozen->spans();
    const auto slow = std::ranges::count_if(m_slow->spans(), [&](const TimeRange &frame) {
        return !std::ranges::binary_search(frozen, frame.start, {}, &TimeRange::start);
    });
    QStringList parts;
    if (slow > 0)
        parts << tr("%n slow", nullptr, static_cast<int>(slow));
    if (!frozen.empty())
        parts << tr("%n frozen", nullptr, static_cast<int>(frozen.size()));
    return parts.join(QStringLiteral(", "));
}

CurveTrack::CurveTrack(ViewState &state, MeasurementIndex series, SeriesTitle title,
                       QWidget *parent)
    : LineTrack(state, titled(titleOf(state, series), state, series, title), parent),
      m_series(series),
      m_unit(state.spans()->profile()->text(seriesOf(state, series).unit))
{
}

void CurveTrack::readSnapshot()
{
    const Measurement &series = seriesOf(state(), m_series);
    curve().update(series);
    const Profile &profile = *state().spans()->profile();
    if (profile.text(series.name) == memoryFootprint)
        curve().holdUntil(endOfLife(profile, series.process));
}

QString CurveTrack::numberText(double value) const
{
    return measurementText(value, m_unit);
}

namespace {

QString levelTitle(const ViewState &state, SampledLevel level, SeriesTitle title)
{
    const Profile &profile = *state.spans()->profile();
    const QString name = levelName(profile.text(profile.tables().valueTypes[level.type].type));
    return title == SeriesTitle::Name
        ? name
        : name + QStringLiteral("  ·  ") + threadName(profile, level.thread);
}

} // namespace

LevelTrack::LevelTrack(ViewState &state, SampledLevel level, SeriesTitle title, QWidget *parent)
    : LineTrack(state, levelTitle(state, level, title), parent),
      m_level(level),
      m_unit(state.spans()->profile()->text(
          state.spans()->profile()->tables().valueTypes[level.type].unit)),
      m_job(
          this, [this] { return question(); }, [this](Curve curve) { setCurve(std::move(curve)); })
{
}

PacedJob<Curve>::Work LevelTrack::question()
{
    if (!state().spans())
        return {};
    return [profile = state().spans()->profile(), level = m_level] {
        const ThreadSamples &samples = profile->samples(level.thread);
        const auto column = std::ranges::find(samples.values, level.type, &ValueColumn::type);
        Measurement series;
        for (std::size_t row = 0; column != samples.values.end() && row < column->values.size();
             ++row)
            series.values.append(
                {samples.times[SampleIndex(row)], column->values[SampleIndex(row)]});
        Curve curve;
        curve.update(series);
        return curve;
    };
}

QString LevelTrack::numberText(double value) const
{
    return levelText(value, m_unit);
}

EventTrack::EventTrack(ViewState &state, QWidget *parent)
    : Track(state, tr("Capture"), parent),
      m_gaps(addSpans(plot())),
      m_missed(addSpans(plot())),
      m_lost(addSpans(plot()))
{
}

bool EventTrack::hasEvents(const Profile &profile)
{
    bool has = false;
    profile.tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        has = has || event.kind == CaptureEventKind::Paused
            || event.kind == CaptureEventKind::MissedTicks
            || event.kind == CaptureEventKind::Dropped || event.kind == CaptureEventKind::Damaged;
    });
    return has;
}

void EventTrack::readSnapshot()
{
    m_missedTicks.clear();
    std::vector<TimeRange> missed;
    std::vector<TimeRange> lost;
    const auto period = state().profile().period();
    state().spans()->profile()->tables().events.forEach(
        [&](std::size_t, const CaptureEvent &event) {
            const auto ticks =
                static_cast<std::int64_t>(std::min<std::uint64_t>(event.count, 1'000'000));
            if (event.kind == CaptureEventKind::MissedTicks) {
                missed.push_back({event.time - period * ticks, event.time});
                m_missedTicks.push_back({missed.back(), event.count});
            } else if (event.kind == CaptureEventKind::Dropped
                       || event.kind == CaptureEventKind::Damaged) {
                lost.push_back({event.time, event.time + period});
            }
        });
    std::ranges::sort(missed, {}, &TimeRange::start);
    std::ranges::sort(lost, {}, &TimeRange::start);
    m_gaps->setSpans(state().profile().gaps().everywhere(), state().profile().origin());
    m_missed->setSpans(std::move(missed), state().profile().origin());
    m_lost->setSpans(std::move(lost), state().profile().origin());
}

void EventTrack::applyColours()
{
    m_gaps->setColour(state().theme().gap);
    m_missed->setColour(state().theme().warning);
    m_lost->setColour(state().theme().error);
}

QString EventTrack::textAt(Timestamp time) const
{
    const auto holds = [time](const TimeRange &range) { return range.contains(time); };
    if (std::ranges::any_of(m_lost->spans(), holds))
        return tr("samples lost");
    for (const auto &[range, count] : m_missedTicks) {
        if (range.contains(time))
            return tr("%n tick(s) missed", nullptr, static_cast<int>(count));
    }
    if (std::ranges::any_of(m_gaps->spans(), holds))
        return tr("not sampled");
    return {};
}

namespace {

constexpr std::size_t mostPieces = 4000;
constexpr std::int64_t ticksPerPiece = 8; // at least: fewer are too few for a share

} // namespace

StopTrack::StopTrack(ViewState &state, QWidget *parent)
    : LineTrack(state, tr("Sampling cost"), parent),
      m_job(
          this, [this] { return question(); }, [this](Curve curve) { setCurve(std::move(curve)); })
{
}

bool StopTrack::hasStops(const Profile &profile)
{
    return profile.tables().statistics.stopTotal.count() > 0;
}

PacedJob<Curve>::Work StopTrack::question()
{
    if (!state().spans())
        return {};
    const auto finest = ticksPerPiece * std::max(state().profile().period(), Nanoseconds(1));
    if (std::exchange(m_finest, finest) != finest)
        m_shares = std::make_shared<StopShares>(finest, mostPieces);
    // The shares are used by one job at a time.
    return [profile = state().spans()->profile(), shares = m_shares] {
        Measurement series;
        series.values = shares->read(*profile);
        Curve curve;
        curve.update(series);
        return curve;
    };
}

QString StopTrack::numberText(double value) const
{
    return measurementText(value, "percent");
}

} // namespace ember::views
