// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/text/blametext.h"

#include <QObject>

#include <cstdint>
#include <optional>
#include <vector>

namespace ember::views {

class OpenProfile;
class TimeZoom;
class ViewSelection;

enum class FrameStep : std::uint8_t { None, Next, AroundTheEnd };

// The slow and frozen frames of the profile, and the one the reader asks about: its time is the
// selected range, and the call that held it up is the selected one. Belongs to the view state and
// lives in its thread.
class FrameChoice : public QObject {
    Q_OBJECT
public:
    // All must outlive it.
    FrameChoice(const OpenProfile &profile, TimeZoom &zoom, ViewSelection &selection);

    // In time order.
    const std::vector<model::SlowFrame> &all() const { return m_frames; }
    // The user's own code before anybody's, of each what ends with the frame before what lasts
    // beyond it. Costs a look at the boxes that begin in the frame.
    std::optional<FrameBlame> blame(const model::SlowFrame &frame) const;

    // While its time is the selected range; null: none.
    const model::SlowFrame *chosen() const { return m_chosen ? &*m_chosen : nullptr; }
    const std::optional<FrameBlame> &chosenBlame() const { return m_blame; }
    void choose(const model::SlowFrame &frame);
    // The shortest one that is drawn there; false: none is.
    bool chooseAt(model::TimeRange place);
    // Forward: the longest first, then the next one that is no longer. Wraps around at the ends.
    FrameStep step(Direction direction);

signals:
    void framesChanged();
    void chosenChanged();

private:
    const model::SlowFrame *behindChosen(Direction direction) const;
    const model::SlowFrame *endOf(Direction direction) const;
    void readSnapshot();
    void forgetIfLeft();
    void forget();

    const OpenProfile &m_profile;
    TimeZoom &m_zoom;
    ViewSelection &m_selection;
    std::uint64_t m_profileSerial = 0;
    std::size_t m_values = 0; // of the series that m_frames come from
    std::vector<model::SlowFrame> m_frames;
    std::optional<model::SlowFrame> m_chosen;
    std::optional<FrameBlame> m_blame;
};

} // namespace ember::views
