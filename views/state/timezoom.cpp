// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/timezoom.h"

#include <algorithm>
#include <cmath>

namespace ember::views {

using namespace model;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t longestHistory = 200;
constexpr qint64 runPause = 1500; // ms; after a longer pause a step begins a new run

// The time that a live chart shows until the user zooms; the whole profile while that is shorter.
constexpr Nanoseconds followedSpan = 10s;

Nanoseconds scaled(Nanoseconds duration, double factor)
{
    return Nanoseconds(std::llround(static_cast<double>(duration.count()) * factor));
}

} // namespace

TimeZoom::TimeZoom(QObject *parent) : QObject(parent) { }

void TimeZoom::setLimits(TimeRange limits)
{
    if (limits == m_limits)
        return;
    m_limits = limits;
    assign(m_visible.isEmpty() ? limits : clamped(m_visible));
}

void TimeZoom::show(TimeRange range)
{
    if (assign(clamped(range)))
        emit moved();
}

void TimeZoom::zoomAt(Timestamp anchor, double factor)
{
    if (!(factor > 0) || m_visible.isEmpty())
        return;
    const auto wanted = scaled(m_visible.duration(), 1 / factor);
    const auto duration =
        std::clamp(wanted, std::min(shortest, m_limits.duration()), m_limits.duration());
    const double share = static_cast<double>((anchor - m_visible.start).count())
        / static_cast<double>(m_visible.duration().count());
    const auto start = anchor - scaled(duration, share);
    step({start, start + duration});
}

void TimeZoom::panBy(Nanoseconds distance)
{
    step({m_visible.start + distance, m_visible.end + distance});
}

void TimeZoom::step(TimeRange range)
{
    range = clamped(range);
    if (range == m_visible)
        return;
    const bool isContinued =
        m_stepped == m_visible && m_sinceStep.isValid() && m_sinceStep.elapsed() < runPause;
    if (!isContinued)
        remember();
    m_stepped = range;
    m_sinceStep.start();
    show(range);
}

void TimeZoom::reveal(TimeRange range)
{
    const auto visible = m_visible;
    if (range.start < visible.end && range.end > visible.start
        && (range.duration() >= visible.duration()
            || (range.start >= visible.start && range.end <= visible.end)))
        return;
    const auto middle = range.start + range.duration() / 2;
    const auto start =
        range.duration() >= visible.duration() ? range.start : middle - visible.duration() / 2;
    show({start, start + visible.duration()});
}

void TimeZoom::follow(TimeRange range)
{
    assign(clamped(range));
}

void TimeZoom::remember()
{
    if (!m_back.empty() && m_back.back() == m_visible)
        return;
    if (m_back.size() == longestHistory)
        m_back.erase(m_back.begin());
    m_back.push_back(m_visible);
    m_forward.clear();
}

void TimeZoom::goBack()
{
    jump(m_back, m_forward);
}

void TimeZoom::goForward()
{
    jump(m_forward, m_back);
}

void TimeZoom::jump(std::vector<TimeRange> &from, std::vector<TimeRange> &to)
{
    while (!from.empty() && from.back() == m_visible)
        from.pop_back();
    if (!from.empty()) {
        to.push_back(m_visible);
        const auto range = from.back();
        from.pop_back();
        show(range);
    }
}

void TimeZoom::clearHistory()
{
    m_back.clear();
    m_forward.clear();
}

TimeRange TimeZoom::clamped(TimeRange range) const
{
    const auto longest = m_limits.duration();
    const auto duration = std::clamp(range.duration(), std::min(shortest, longest), longest);
    const auto start = std::clamp(range.start, m_limits.start, m_limits.end - duration);
    return {start, start + duration};
}

bool TimeZoom::assign(TimeRange range)
{
    if (range == m_visible)
        return false;
    m_visible = range;
    emit visibleChanged(range);
    return true;
}

ProfileZoom::ProfileZoom()
{
    connect(this, &TimeZoom::moved, this, &ProfileZoom::stopIfMovedAway);
}

void ProfileZoom::setProfile(TimeRange range)
{
    m_profile = range;
    applyLimits();
}

void ProfileZoom::setRoom(TimeRange room)
{
    if (room == m_room)
        return;
    m_room = room;
    applyLimits();
    emit roomChanged();
}

void ProfileZoom::applyLimits()
{
    if (m_profile.isEmpty() || m_room.isEmpty())
        setLimits(m_profile.isEmpty() ? m_room : m_profile);
    else
        setLimits(united(m_profile, m_room));
}

void ProfileZoom::setFollowing(Follow following)
{
    if (following == m_following)
        return;
    m_following = following;
    if (!m_profile.isEmpty())
        followEnd(limits());
    emit followingChanged(following);
}

void ProfileZoom::endFollowing()
{
    const bool isZoomed = m_following == Follow::No
        || visible().duration() != std::min(followedSpan, limits().duration());
    setFollowing(Follow::No);
    if (!isZoomed)
        follow(limits());
}

void ProfileZoom::followEnd(TimeRange before)
{
    if (m_following == Follow::No)
        return;
    const bool showedAll = before.isEmpty() || visible() == before;
    const auto span =
        showedAll ? std::min(followedSpan, limits().duration()) : visible().duration();
    follow({m_profile.end - span, m_profile.end});
}

void ProfileZoom::stopIfMovedAway()
{
    if (m_profile.end - visible().end > visible().duration() / 50)
        setFollowing(Follow::No);
}

} // namespace ember::views
