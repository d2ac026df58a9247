// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/newestjob.h"
#include "views/viewstate.h"

#include <functional>
#include <optional>

namespace ember::views {

enum class Direction : std::uint8_t { Backward, Forward };

// Which paths' own frames have `text` in their name or module; letter case counts only if the text
// has capitals. Pure, for any thread.
SearchMatches findMatches(const model::SpanTable &spans,
                          const std::vector<model::ThreadIndex> &threads, const QString &text);

// The first box after `from` (before, if backward) that `accepts`, in time order over the
// threads; ties: as the threads are listed, then from the root outwards. Wraps around at the ends.
using PathPredicate = std::function<bool(model::PathIndex)>;
std::optional<BoxReference> nextBox(const model::SpanTable &spans,
                                    const std::vector<model::ThreadIndex> &threads,
                                    const std::optional<BoxReference> &from, Direction direction,
                                    const PathPredicate &accepts);

// Keeps ViewState::matches() true to text and snapshot, off the UI thread.
class Searcher : public QObject {
    Q_OBJECT
public:
    explicit Searcher(ViewState &state, QObject *parent = nullptr);

    // Selects the next match and brings it into view.
    void goToMatch(Direction direction);

    bool isSearching() const { return m_job.isPending(); }

private:
    void search();

    ViewState &m_state;
    NewestJob<SearchMatches> m_job;
};

} // namespace ember::views
