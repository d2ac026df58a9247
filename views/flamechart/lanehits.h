// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callfilter.h"
#include "model/spans/activity.h"
#include "views/jobs/pacedjob.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <vector>

namespace ember::views {

class OpenProfile;
class SumsQuery;
class ViewSelection;

// The activity of threads in the samples that the search finds, that the filters leave, and that
// count if only running or only waiting counts. Lanes show it, as they have no boxes to mark. Lives
// in the UI thread, computes off it.
class LaneHits : public QObject {
    Q_OBJECT
public:
    // All must outlive it.
    LaneHits(const OpenProfile &profile, const ViewSelection &selection, const SumsQuery &sums);

    // By thread; those that came after the last answer are missing. Empty: everything is a hit, or
    // there is no answer yet.
    const std::vector<model::ActivityRuns> &runs() const { return m_runs; }

signals:
    void changed();

private:
    using Runs = std::vector<model::ActivityRuns>;

    bool isAsked() const;
    void ask();
    void followProfile();
    void show(Runs runs);
    PacedJob<Runs>::Work question() const;

    const OpenProfile &m_profile;
    const ViewSelection &m_selection;
    const SumsQuery &m_sums;
    std::uint64_t m_profileSerial;
    QString m_text; // of the last question
    std::vector<model::CallFilter> m_filters; // of the last question
    model::ActivitySet m_counts; // of the last question
    Runs m_runs;
    PacedJob<Runs> m_job;
};

} // namespace ember::views
