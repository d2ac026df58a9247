// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/stoptimes.h"
#include "views/pacedjob.h"
#include "views/tracks/linetrack.h"

#include <memory>

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

    std::shared_ptr<model::StopShares> m_shares;
    model::Nanoseconds m_finest{}; // of their pieces
    PacedJob<Curve> m_job;
};

} // namespace ember::views
