// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/selectionhistory.h"

#include "views/state/openprofile.h"
#include "views/state/timezoom.h"
#include "views/state/viewselection.h"

#include <QGuiApplication>
#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

// Moves of a range by the mouse within this time of each other are one step.
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

NarrowingHistory::NarrowingHistory(const OpenProfile &profile, ProfileZoom &zoom,
                                   ThreadChoice &threads, ViewSelection &selection,
                                   FilterStack &filters)
    : m_profile(profile),
      m_zoom(zoom),
      m_threads(threads),
      m_selection(selection),
      m_filters(filters)
{
    connect(&filters, &FilterStack::changed, this, &NarrowingHistory::note);
    connect(&selection, &ViewSelection::rangeChanged, this, &NarrowingHistory::note);
    connect(&threads, &ThreadChoice::changed, this, &NarrowingHistory::note);
    connect(&profile, &OpenProfile::opened, this, &NarrowingHistory::forget);
}

Narrowing NarrowingHistory::current() const
{
    Narrowing narrowing{m_filters.now(), m_selection.range(), {}};
    for (const ThreadIndex thread : m_threads.all()) {
        if (!m_threads.isShown(thread))
            narrowing.hidden.push_back(thread);
    }
    std::ranges::sort(narrowing.hidden); // independent of the shown order
    return narrowing;
}

void NarrowingHistory::note()
{
    if (m_isApplying)
        return;
    if (m_serial != m_profile.serial()) {
        forget(); // threads have other indices
        return;
    }
    Narrowing next = current();
    const auto alone = std::exchange(m_alone, m_threads.alone());
    if (next == m_now)
        return;
    if (continuesDragging(next)) {
        m_now = std::move(next);
    } else {
        m_before.push_back({std::exchange(m_now, std::move(next)), {}, alone});
        m_undone.clear();
    }
    emit changed();
}

void NarrowingHistory::asOneStep(const std::function<void()> &changes)
{
    {
        const QScopedValueRollback isApplying(m_isApplying, true);
        changes();
    }
    m_dragged.invalidate(); // a choice is no part of a drag
    note();
}

bool NarrowingHistory::continuesDragging(const Narrowing &next)
{
    const bool isMove = next.range && m_now.range && *next.range != *m_now.range
        && QGuiApplication::mouseButtons() != Qt::NoButton;
    const bool isContinued = isMove && m_dragged.isValid() && m_dragged.elapsed() < stillDraggingMs;
    if (next.range && QGuiApplication::mouseButtons() != Qt::NoButton)
        m_dragged.start();
    else
        m_dragged.invalidate();
    return isContinued;
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

// Brings the restored range into view, since all outside it is greyed out. Deselects a call that is
// outside it.
void NarrowingHistory::goToRange()
{
    const TimeRange range = *m_now.range;
    const auto &selected = m_selection.box();
    if (selected && !intersect(rangeOf(*m_profile.spans(), *selected), range))
        m_selection.select(std::nullopt);
    if (holds(m_zoom.visible(), range) || holds(range, m_zoom.visible()))
        return;
    const auto around = range.duration() / 4;
    m_zoom.remember();
    m_zoom.show({range.start - around, range.end + around});
}

NarrowingHistory::Step NarrowingHistory::wayBackFrom(const Step &step) const
{
    Step back{m_now, {}, m_alone};
    if (step.arrangement)
        back.arrangement = m_threads.order().arrangement();
    return back;
}

void NarrowingHistory::apply(const Step &step)
{
    const Narrowing &narrowing = step.narrowing;
    {
        const QScopedValueRollback isApplying(m_isApplying, true);
        m_filters.set(narrowing.filters);
        m_selection.selectRange(narrowing.range);
        auto shown = m_threads.all();
        std::erase_if(shown, [&](ThreadIndex thread) {
            return std::ranges::binary_search(narrowing.hidden, thread);
        });
        m_threads.showOnly(shown, step.alone);
        if (step.arrangement)
            m_threads.arrange(*step.arrangement);
    }
    m_now = current();
    m_alone = step.alone;
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
    m_serial = m_profile.serial();
    m_before.clear();
    m_undone.clear();
    m_now = current();
    m_alone = m_threads.alone();
    emit changed();
}

} // namespace ember::views
