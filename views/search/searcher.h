// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/boxes/boxorder.h"
#include "views/boxes/searchmatches.h"
#include "views/jobs/newestjob.h"
#include "views/state/viewstate.h"

#include <deque>
#include <memory>
#include <optional>

namespace ember::views {

// Keeps ViewSelection::matches() up to date with text and snapshot, off the UI thread.
class Searcher : public QObject {
    Q_OBJECT
public:
    explicit Searcher(ViewState &state, QObject *parent = nullptr);

    // Computes in the background what every first search needs; call when a search is about to be
    // typed.
    void prepare();
    bool isPreparing() const { return !m_matcher && m_job.isPending(); }
    // Selects the next match and brings it into view as soon as it is found. Further calls
    // meanwhile are queued, up to four steps. If something else is selected meanwhile, that stays.
    void goToMatch(Direction direction);

private:
    const std::shared_ptr<BoxCounts> &counts();
    void search();
    void refresh();
    void step();
    void stopSteps();
    void arrive(const std::optional<BoxReference> &box);

    ViewState &m_state;
    std::shared_ptr<Matcher> m_matcher; // of the current search; used by one job at a time
    std::shared_ptr<BoxCounts> m_counts; // counts of one profile's boxes; used by one job at a time
    std::uint64_t m_profileSerial = 0; // of the profile of m_matcher and m_counts
    NewestJob<SearchMatches> m_job;
    std::deque<Direction> m_steps; // to be taken; the first is running
    std::optional<BoxReference> m_from; // selected when the running step began
    NewestJob<std::optional<BoxReference>> m_stepJob;
};

} // namespace ember::views
