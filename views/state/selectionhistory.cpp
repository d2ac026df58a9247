// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/selectionhistory.h"

#include "views/state/viewstate.h"

#include <QGuiApplication>
#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

// Moves of a range under the mouse that are no further apart are one step.
constexpr qint64 stillDraggingMs = 1000;

bool holds(TimeRange whole, TimeRange part)
{
    return whole.start <= part.start && part.end <= whole.end;
}

bool intersect(TimeRange a, TimeRange b)
{
    return a.start < b.end && b.start < a.end;
}

} // namespace

NarrowingHistory::NarrowingHistory(ViewState &state, FilterStack &filters)
    : m_state(state),
      m_filters(filters)
{
    connect(&filters, &FilterStack::changed, this, &NarrowingHistory::note);
    connect(&state, &ViewState::selectedRangeChanged, this, &NarrowingHistory::note);
    connect(&state, &ViewState::threadsChanged, this, &NarrowingHistory::note);
    connect(&state, &ViewState::opened, this, &NarrowingHistory::forget);
}

Narrowing NarrowingHistory::current() const
{
    Narrowing narrowing{m_filters.now(), m_state.selectedRange(), {}};
    for (const ThreadIndex thread : m_state.threads()) {
        if (!m_state.isShown(thread))
            narrowing.hidden.push_back(thread);
    }
    std::ranges::sort(narrowing.hidden); // not by where they stand
    return narrowing;
}

void NarrowingHistory::note()
{
    if (m_isApplying)
        return;
    if (m_profile != m_state.profileSerial()) {
        forget(); // threads have other indices
        return;
    }
    Narrowing next = current();
    if (next == m_now)
        return;
    if (goesOnDragging(next)) {
        m_now = std::move(next);
    } else {
        m_before.push_back({std::exchange(m_now, std::move(next)), {}});
        m_undone.clear();
    }
    emit changed();
}

bool NarrowingHistory::goesOnDragging(const Narrowing &next)
{
    const bool isMove = next.range && m_now.range && *next.range != *m_now.range
        && QGuiApplication::mouseButtons() != Qt::NoButton;
    const bool goesOn = isMove && m_dragged.isValid() && m_dragged.elapsed() < stillDraggingMs;
    if (next.range && QGuiApplication::mouseButtons() != Qt::NoButton)
        m_dragged.start();
    else
        m_dragged.invalidate();
    return goesOn;
}

void NarrowingHistory::step(std::vector<Step> &from, std::vector<Step> &to)
{
    if (from.empty())
        return;
    const auto step = std::move(from.back());
    from.pop_back();
    to.push_back(wayBackFrom(step));
    const auto range = m_now.range;
    apply(step);
    if (m_now.range && m_now.range != range)
        goToRange();
    emit changed();
}

// Elsewhere all would be grey, and a call that is not in it is what was looked at before.
void NarrowingHistory::goToRange()
{
    const TimeRange range = *m_now.range;
    const auto &selected = m_state.selection();
    if (selected && !intersect(rangeOf(*m_state.spans(), *selected), range))
        m_state.select(std::nullopt);
    auto &zoom = m_state.zoom();
    if (holds(zoom.visible(), range) || holds(range, zoom.visible()))
        return;
    const auto around = range.duration() / 4;
    zoom.remember();
    zoom.show({range.start - around, range.end + around});
}

NarrowingHistory::Step NarrowingHistory::wayBackFrom(const Step &step) const
{
    Step back{m_now, {}};
    if (step.arrangement)
        back.arrangement = m_state.threadOrder().arrangement();
    return back;
}

void NarrowingHistory::apply(const Step &step)
{
    const Narrowing &narrowing = step.narrowing;
    {
        const QScopedValueRollback isApplying(m_isApplying, true);
        m_filters.set(narrowing.filters);
        m_state.selectRange(narrowing.range);
        auto shown = m_state.threads();
        std::erase_if(shown, [&](ThreadIndex thread) {
            return std::ranges::binary_search(narrowing.hidden, thread);
        });
        m_state.setShownThreads(shown);
        if (step.arrangement)
            m_state.arrangeThreads(*step.arrangement);
    }
    m_now = current();
}

void NarrowingHistory::restore(const Narrowing &narrowing,
                               const std::optional<ThreadArrangement> &arrangement)
{
    forget();
    const Step step{narrowing, arrangement};
    const Step back = wayBackFrom(step);
    apply(step);
    if (m_now == back.narrowing && wayBackFrom(step).arrangement == back.arrangement)
        return;
    m_before.push_back(back);
    emit changed();
}

void NarrowingHistory::forget()
{
    m_profile = m_state.profileSerial();
    m_before.clear();
    m_undone.clear();
    m_now = current();
    emit changed();
}

} // namespace ember::views
