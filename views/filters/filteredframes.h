// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callweights.h"
#include "views/pacedjob.h"

#include <QObject>

#include <cstdint>
#include <memory>
#include <vector>

namespace ember::views {

class ViewState;

// Which functions the filters of calls leave anything of, by frame: a chart in time order shows all
// calls and greys out the others. Computed off the UI thread.
class FilteredFrames : public QObject {
    Q_OBJECT
public:
    explicit FilteredFrames(const ViewState &state);

    // Those that came after the last answer count as left.
    bool isLeft(model::FrameIndex frame) const
    {
        return frame.row() >= m_isLeft.size() || m_isLeft[frame.row()] != 0;
    }

    // Another one after each change.
    std::uint64_t serial() const { return m_serial; }

    // The filters are others.
    void ask();
    // So is the profile: everything is left until there is an answer.
    void forget();

signals:
    void changed();

private:
    using Marks = std::vector<std::uint8_t>;

    PacedJob<Marks>::Work question() const;
    void show(Marks marks);

    const ViewState &m_state;
    Marks m_isLeft; // empty: nothing is filtered
    std::uint64_t m_serial = 0;
    PacedJob<Marks> m_job;
};

} // namespace ember::views
