// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/lanehits.h"

#include "model/core/parallel.h"
#include "views/state/openprofile.h"
#include "views/state/sumsquery.h"
#include "views/state/viewselection.h"

#include <utility>

namespace ember::views {

using namespace model;

namespace {

// Removes the marks of stacks without a frame that matches.
void leaveFound(const Profile &profile, const SearchMatches &matches, StackMarks &marks)
{
    const auto &stacks = profile.tables().stacks;
    StackMarks isFound(stacks.size());
    for (std::size_t row = 0; row < stacks.size(); ++row) {
        const StackNode &stack = stacks[StackIndex(row)]; // its callers come before it
        const bool isOwn = matches.contains(stack.frame);
        if (StackIndex(row) != emptyStack)
            isFound[row] = isOwn || isFound[stack.parent.row()] != 0 ? 1 : 0;
        marks[row] &= isFound[row];
    }
}

// Returns the activities that count. All for Busy: it leaves idle waits out, but as an activity
// they do not differ from other waits.
ActivitySet activitiesOf(Counted counted)
{
    ActivitySet ran;
    for (const Activity activity : {Activity::Idle, Activity::Sampled, Activity::Running})
        ran.set(std::size_t(activity));
    switch (counted) {
    case Counted::Running: return ran;
    case Counted::Waiting: return ~ran;
    case Counted::Busy:
    case Counted::All: break;
    }
    return allActivities;
}

} // namespace

LaneHits::LaneHits(const OpenProfile &profile, const ViewSelection &selection,
                   const SumsQuery &sums)
    : m_profile(profile),
      m_selection(selection),
      m_sums(sums),
      m_profileSerial(profile.serial()),
      m_job(
          this, [this] { return question(); }, [this](Runs runs) { show(std::move(runs)); })
{
    connect(&selection, &ViewSelection::matchesChanged, this, &LaneHits::ask);
    connect(&sums.filteredFrames(), &FilteredFrames::changed, this, &LaneHits::ask);
    connect(&sums, &SumsQuery::changed, this, &LaneHits::ask);
    connect(&profile, &OpenProfile::changed, this, &LaneHits::followProfile);
    ask();
}

bool LaneHits::isAsked() const
{
    return m_profile.spans()
        && (m_selection.matches().isActive() || m_sums.filteredFrames().isFiltering()
            || !activitiesOf(m_sums.countedNow()).all());
}

// Asks anew only if the search, the filters or what counts have changed: while a capture grows, the
// same ones have new results again and again.
void LaneHits::ask()
{
    const QString text = m_selection.matches().text;
    const auto &filters = m_sums.filters().calls();
    const ActivitySet counts = activitiesOf(m_sums.countedNow());
    const bool isOther = text != m_text || filters != m_filters || counts != m_counts;
    m_counts = counts;
    m_text = text;
    m_filters = filters;
    if (isAsked() && isOther) {
        m_job.askAnew();
    } else if (isAsked()) {
        m_job.refresh();
    } else {
        m_job.drop();
        if (!m_runs.empty())
            show({});
    }
}

void LaneHits::followProfile()
{
    const auto serial = m_profile.serial();
    if (std::exchange(m_profileSerial, serial) == serial)
        return;
    m_job.drop();
    m_runs.clear(); // other threads have these indices now
    ask();
}

void LaneHits::show(Runs runs)
{
    m_runs = std::move(runs);
    emit changed();
}

PacedJob<LaneHits::Runs>::Work LaneHits::question() const
{
    if (!isAsked())
        return {};
    return
        [spans = m_profile.spans(), matches = m_selection.sharedMatches(),
         left = m_sums.filteredFrames().stacksLeft(), counts = activitiesOf(m_sums.countedNow())] {
            StackMarks marks = *left;
            marks.resize(spans->profile()->tables().stacks.size(), 1);
            if (matches->isActive())
                leaveFound(*spans->profile(), *matches, marks);
            Runs runs(spans->profile()->threadCount());
            forEachInParallel(runs.size(), [&](std::size_t row) {
                const ThreadSpans &thread = spans->thread(ThreadIndex(row));
                runs[row] = thread.activity.ofStacks(*thread.samples, marks, counts);
            });
            return runs;
        };
}

} // namespace ember::views
