// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"

#include <QElapsedTimer>
#include <QObject>

#include <cstdint>
#include <vector>

namespace ember::views {

// The visible range of time: one object, shared by everything that has a time axis. It stays within
// the limits, and is never shorter than `shortest` unless the limits are.
class TimeZoom : public QObject {
    Q_OBJECT
public:
    static constexpr model::Nanoseconds shortest{100};

    explicit TimeZoom(QObject *parent = nullptr);

    model::TimeRange visible() const { return m_visible; }

    model::TimeRange limits() const { return m_limits; }

    bool showsAll() const { return m_visible == m_limits; }

    // Sets the limits. The visible range stays the same, or is moved inside if it exceeds them; if
    // it is empty, all becomes visible.
    void setLimits(model::TimeRange limits);

    // Shows a range, as a move by the user: emits moved(), too.
    void show(model::TimeRange range);
    void showAll() { show(m_limits); }
    // zoomAt() and panBy() are steps of wheels and keys. Of a run of steps without other changes
    // between them, the history keeps only the range at its beginning. factor > 1 shows less time;
    // `anchor` stays where it is.
    void zoomAt(model::Timestamp anchor, double factor);
    void panBy(model::Nanoseconds distance);
    // Scrolls, keeping the zoom, until `range` is in view; does nothing if it is. Of a range longer
    // than the visible one a part in view is enough.
    void reveal(model::TimeRange range);

    // Shows a range, as a move by follow mode: does not emit moved().
    void follow(model::TimeRange range);

    // Appends the present view to the history, to come back to, and drops the views that lie
    // forward. Call before a jump or a drag.
    void remember();

    bool canGoBack() const { return !m_back.empty(); }

    bool canGoForward() const { return !m_forward.empty(); }

    void goBack();
    void goForward();
    void clearHistory();

signals:
    void visibleChanged(ember::model::TimeRange visible);
    void moved();

private:
    model::TimeRange clamped(model::TimeRange range) const;
    bool assign(model::TimeRange range);
    void step(model::TimeRange range);
    void jump(std::vector<model::TimeRange> &from, std::vector<model::TimeRange> &to);

    model::TimeRange m_limits;
    model::TimeRange m_visible;
    std::vector<model::TimeRange> m_back;
    std::vector<model::TimeRange> m_forward;
    model::TimeRange m_stepped; // result of the last step
    QElapsedTimer m_sinceStep;
};

enum class Follow : std::uint8_t { No, Yes };

// The zoom of a window, for the open profile and a baseline beside it. It can follow the end of a
// profile that grows. Belongs to the view state.
class ProfileZoom : public TimeZoom {
    Q_OBJECT
public:
    ProfileZoom();

    // Sets a range that may be shown in addition to the profile's; empty: none.
    void setRoom(model::TimeRange room);

    // Whether the visible range follows the end of the profile; No once the user has moved away
    // from it.
    Follow following() const { return m_following; }
    void setFollowing(Follow following);
    // Ends following, as the profile does not grow any more. Shows all of it, unless the user has
    // zoomed.
    void endFollowing();

signals:
    void roomChanged();
    void followingChanged(ember::views::Follow following);

private:
    friend class ViewState;

    void setProfile(model::TimeRange range);
    // Moves the visible range to the end if it follows; `before`: the previous limits.
    void followEnd(model::TimeRange before);
    void applyLimits();
    void stopIfMovedAway();

    model::TimeRange m_profile;
    model::TimeRange m_room;
    Follow m_following = Follow::No;
};

} // namespace ember::views
