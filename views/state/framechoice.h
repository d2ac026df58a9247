// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/text/blametext.h"

#include <QObject>

#include <cstdint>
#include <optional>
#include <vector>

namespace ember::views {

class NarrowingHistory;
class OpenProfile;
class ThreadChoice;
class TimeZoom;
class ViewSelection;

enum class FrameStep : std::uint8_t { None, Next, AroundTheEnd };

// The slow and frozen frames of the profile, and the chosen one: its time is the selected range,
// its thread alone counts in sums until others are shown again, and the call that delayed it is the
// selected one. Belongs to the view state and lives in its thread.
class FrameChoice : public QObject {
    Q_OBJECT
public:
    // All must outlive it.
    FrameChoice(const OpenProfile &profile, TimeZoom &zoom, ThreadChoice &threads,
                ViewSelection &selection, NarrowingHistory &history);

    // Sorted by time.
    const std::vector<model::SlowFrame> &all() const { return m_frames; }
    // Returns the call that delayed the frame. The user's own code is preferred to other code;
    // among either, calls that end with the frame are preferred to calls that last beyond it. The
    // cost depends on the boxes that begin in the frame.
    std::optional<FrameBlame> blame(const model::SlowFrame &frame) const;

    // The chosen frame; null if there is none. It stays chosen while its time is the selected
    // range.
    const model::SlowFrame *chosen() const { return m_chosen ? &*m_chosen : nullptr; }
    const std::optional<FrameBlame> &chosenBlame() const { return m_blame; }
    void choose(const model::SlowFrame &frame);
    // Chooses the shortest frame that overlaps the range `place`; returns false if there is none.
    bool chooseAt(model::TimeRange place);
    // Steps to the next frame in the order of length; forward: towards shorter ones, beginning with
    // the longest. Wraps around at the ends.
    FrameStep step(Direction direction);

signals:
    void framesChanged();
    void chosenChanged();

private:
    const model::SlowFrame *behindChosen(Direction direction) const;
    const model::SlowFrame *endOf(Direction direction) const;
    void countThreadOf(const model::SlowFrame &frame);
    void readSnapshot();
    void forgetIfLeft();
    void forget();

    const OpenProfile &m_profile;
    TimeZoom &m_zoom;
    ThreadChoice &m_threads;
    ViewSelection &m_selection;
    NarrowingHistory &m_history;
    std::uint64_t m_profileSerial = 0;
    std::size_t m_values = 0; // number of values that m_frames were read from
    std::vector<model::SlowFrame> m_frames;
    std::optional<model::SlowFrame> m_chosen;
    std::optional<FrameBlame> m_blame;
};

} // namespace ember::views
