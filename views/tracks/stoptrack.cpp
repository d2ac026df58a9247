// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tracks/stoptrack.h"

#include "views/tracks/series.h"

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

constexpr std::size_t mostPieces = 4000;
constexpr std::int64_t ticksPerPiece = 8; // at least: of fewer, no share can be told

} // namespace

StopTrack::StopTrack(ViewState &state, QWidget *parent)
    : LineTrack(state, tr("Stop time, of the threads' time"), parent),
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
    const auto finest = ticksPerPiece * std::max(state().period(), Nanoseconds(1));
    if (std::exchange(m_finest, finest) != finest)
        m_shares = std::make_shared<StopShares>(finest, mostPieces);
    // One job at a time has it.
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
