// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/statistics/statisticspanel.h"

#include "views/statistics/functioncallsview.h"
#include "views/statistics/rangefigures.h"
#include "views/sums/sumspanel.h"
#include "views/widgets/propertyview.h"

#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

constexpr int narrow = 600;

// Returns how much of the range lies in the gaps.
Nanoseconds unseenIn(TimeRange range, const std::vector<TimeRange> &gaps)
{
    Nanoseconds unseen{};
    for (const TimeRange &gap : gaps)
        unseen += std::max(std::min(gap.end, range.end) - std::max(gap.start, range.start),
                           Nanoseconds(0));
    return unseen;
}

} // namespace

StatisticsPanel::StatisticsPanel(ViewState &state, QWidget *parent)
    : SumsPanel(state, parent),
      m_parts(new QSplitter(Qt::Horizontal)),
      m_range(new PropertyView),
      m_function(new FunctionCallsView(state.profile(), state.zoom(), state.selection(),
                                       state.appearance())),
      m_job(
          this, [this] { return question(); },
          [this](Answer answer) { showAnswer(std::move(answer)); })
{
    m_range->setCompact();
    m_range->setAccessibleName(tr("Figures of the range"));
    m_parts->setChildrenCollapsible(false);
    m_parts->addWidget(m_range);
    m_parts->addWidget(m_function);
    m_parts->setSizes({500, 600});
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(new SelectionBar(state, this));
    column->addWidget(m_parts, 1);
    setFocusProxy(m_range);
    connect(&state.selection(), &ViewSelection::functionChanged, this, &StatisticsPanel::askIfSeen);
}

// Puts the parts one below the other if the panel is too narrow for them side by side.
void StatisticsPanel::resizeEvent(QResizeEvent *event)
{
    const auto wanted = width() < narrow ? Qt::Vertical : Qt::Horizontal;
    if (m_parts->orientation() != wanted) {
        m_parts->setOrientation(wanted);
        m_parts->setSizes({500, 600});
    }
    SumsPanel::resizeEvent(event);
}

void StatisticsPanel::forget()
{
    m_job.drop();
    m_growing = {};
    m_range->setGroups({});
    m_function->showNone();
}

const StatisticsPanel::Growing &StatisticsPanel::growing()
{
    if (const auto &weigher = state().sums().weigher(); m_growing.weigher != weigher)
        m_growing = {weigher, std::make_shared<GrowingRangeStatistics>()};
    return m_growing;
}

PacedJob<StatisticsPanel::Answer>::Work StatisticsPanel::question()
{
    if (!state().spans())
        return {};
    const TimeRange range =
        state().selection().range().value_or(state().spans()->profile()->timeRange());
    return [spans = state().spans(), growing = growing(), selection = state().sums().selection(),
            frame = state().selection().function(), range,
            unseen = unseenIn(range, state().profile().gaps().everywhere())] {
        const auto &weigher = growing.weigher;
        const ProfilePointer &profile = spans->profile();
        Answer answer{spans, weigher->weigh(profile, selection), range, unseen, {}, {}};
        answer.statistics = growing.statistics->read(
            *profile, selection, weigher->stacksLeft(profile, selection.filters));
        if (profile->tables().frames.contains(frame))
            answer.function =
                functionCalls(*spans, *answer.calls, selection, frame,
                              weigher->stacksThrough(profile, selection.filters, frame));
        return answer;
    };
}

void StatisticsPanel::showAnswer(Answer answer)
{
    m_range->setGroups(
        rangeFigures(*answer.spans->profile(), answer.statistics, answer.range, answer.unseen));
    if (answer.function)
        m_function->show(answer.spans, *answer.calls, std::move(*answer.function));
    else
        m_function->showNone();
}

} // namespace ember::views
