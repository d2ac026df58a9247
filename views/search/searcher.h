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

// Keeps ViewSelection::matches() true to text and snapshot, off the UI thread.
class Searcher : public QObject {
    Q_OBJECT
public:
    explicit Searcher(ViewState &state, QObject *parent = nullptr);

    // Counts what every first search has to, in the background: for who sees that one is about to
    // be typed.
    void prepare();
    bool isPreparing() const { return !m_matcher && m_job.isPending(); }
    // Selects the next match and brings it into view, as soon as it is found; asked again
    // meanwhile, it goes on from there, four steps at most. If something else is selected
    // meanwhile, that stays.
    void goToMatch(Direction direction);

private:
    const std::shared_ptr<BoxCounts> &counts();
    void search();
    void refresh();
    void step();
    void stopSteps();
    void arrive(const std::optional<BoxReference> &box);

    ViewState &m_state;
    std::shared_ptr<Matcher> m_matcher; // of the search that is on; used by one job at a time
    std::shared_ptr<BoxCounts> m_counts; // of the searches in one profile; likewise
    std::uint64_t m_profileSerial = 0; // they were made for
    NewestJob<SearchMatches> m_job;
    std::deque<Direction> m_steps; // still to be gone; the first is under way
    std::optional<BoxReference> m_from; // what was selected when that began
    NewestJob<std::optional<BoxReference>> m_stepJob;
};

} // namespace ember::views
