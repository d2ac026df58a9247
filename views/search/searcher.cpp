// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/search/searcher.h"

#include <utility>

namespace ember::views {

using namespace model;

namespace {

// Most steps in the queue: a held key repeats faster than matches may be found.
constexpr std::size_t mostSteps = 4;

} // namespace

Searcher::Searcher(ViewState &state, QObject *parent)
    : QObject(parent),
      m_state(state),
      m_job(this,
            [this](SearchMatches matches) { m_state.selection().setMatches(std::move(matches)); }),
      m_stepJob(this, [this](const std::optional<BoxReference> &box) { arrive(box); })
{
    connect(&state.selection(), &ViewSelection::searchTextChanged, this, &Searcher::search);
    connect(&state.threads(), &ThreadChoice::changed, this, &Searcher::search);
    connect(&state.profile(), &OpenProfile::changed, this, &Searcher::refresh);
}

// Returns the counts of the shown threads' boxes. The job for a previous text may still use them,
// but jobs run one after the other.
const std::shared_ptr<BoxCounts> &Searcher::counts()
{
    if (!m_counts || m_counts->threads() != m_state.threads().shown())
        m_counts = std::make_shared<BoxCounts>(m_state.threads().shown());
    return m_counts;
}

void Searcher::prepare()
{
    if (m_matcher || !m_state.spans())
        return;
    m_job.start([counts = counts(), spans = m_state.spans()] {
        counts->update(spans);
        return SearchMatches();
    });
}

void Searcher::search()
{
    stopSteps();
    if (m_profileSerial != m_state.profile().serial())
        m_counts.reset();
    m_profileSerial = m_state.profile().serial();
    if (!m_state.spans() || m_state.selection().searchText().isEmpty()) {
        m_job.cancel();
        m_matcher.reset();
        m_state.selection().setMatches({});
        return;
    }
    m_matcher = std::make_shared<Matcher>(m_state.selection().searchText(), counts());
    m_job.start([matcher = m_matcher, spans = m_state.spans()] { return matcher->update(spans); });
}

void Searcher::refresh()
{
    if (!m_matcher || !m_state.spans() || m_profileSerial != m_state.profile().serial())
        search();
    else
        m_job.refresh(
            [matcher = m_matcher, spans = m_state.spans()] { return matcher->update(spans); });
}

void Searcher::goToMatch(Direction direction)
{
    if (!m_state.spans() || m_state.selection().matches().boxes == 0)
        return;
    if (!m_steps.empty() && m_state.selection().box() != m_from)
        stopSteps();
    if (m_steps.size() == mostSteps)
        return;
    m_steps.push_back(direction);
    if (m_steps.size() == 1)
        step();
}

// Takes the next step in the background: millions of boxes may lie between rare matches.
void Searcher::step()
{
    m_from = m_state.selection().box();
    m_stepJob.start([spans = m_state.spans(), threads = m_state.threads().shown(), from = m_from,
                     direction = m_steps.front(), matches = m_state.selection().matches()] {
        return nextBox(*spans, threads, from, direction,
                       [&](PathIndex path) { return matches.contains(spans->path(path).frame); });
    });
}

void Searcher::stopSteps()
{
    m_stepJob.cancel();
    m_steps.clear();
}

void Searcher::arrive(const std::optional<BoxReference> &box)
{
    if (m_state.selection().box() != m_from) {
        m_steps.clear();
        return;
    }
    m_steps.pop_front();
    if (box && m_state.spans() && holds(*m_state.spans(), *box)) {
        m_state.selection().select(box);
        m_state.zoom().reveal(rangeOf(*m_state.spans(), *box));
    }
    if (!m_steps.empty())
        step();
}

} // namespace ember::views
