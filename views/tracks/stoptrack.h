// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/pacedjob.h"
#include "views/tracks/linetrack.h"

namespace ember::views {

// What recording cost: the share of the threads' time in which they were held for their samples.
// Computed off the UI thread.
class StopTrack : public LineTrack {
    Q_OBJECT
public:
    StopTrack(ViewState &state, QWidget *parent);

    // False: nobody was held.
    static bool hasStops(const model::Profile &profile);

protected:
    void readSnapshot() override { m_job.refresh(); }
    QString numberText(double value) const override;

private:
    PacedJob<Curve>::Work question();

    PacedJob<Curve> m_job;
};

} // namespace ember::views
