// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/viewselection.h"

#include "model/query/counterparts.h"
#include "views/state/openprofile.h"
#include "views/state/threadchoice.h"

#include <utility>

namespace ember::views {

using namespace model;

ViewSelection::ViewSelection(const OpenProfile &profile, ThreadChoice &threads)
    : m_profile(profile),
      m_threads(threads)
{
}

void ViewSelection::forget()
{
    forgetBoxes();
    setCursor(std::nullopt);
    selectRange(std::nullopt);
    setMatches({});
    setOutlined({});
    setMarkedRanges({});
}

void ViewSelection::forgetBoxes()
{
    select(std::nullopt);
    hover(std::nullopt);
}

void ViewSelection::moveBox(std::optional<BoxReference> box)
{
    hover(std::nullopt);
    if (box)
        m_box = box;
    else
        select(std::nullopt);
}

void ViewSelection::dropLostBoxes()
{
    const SpanTable &spans = *m_profile.spans();
    if (m_box && !holds(spans, *m_box))
        select(std::nullopt);
    if (m_hovered && !holds(spans, *m_hovered))
        hover(std::nullopt);
}

void ViewSelection::select(std::optional<BoxReference> box)
{
    if (box && m_profile.spans())
        takeFunction(frameOf(*m_profile.spans(), *box));
    if (box == m_box)
        return;
    if (box)
        m_threads.reveal(box->thread);
    m_box = box;
    emit boxChanged();
}

void ViewSelection::hover(std::optional<BoxReference> box)
{
    if (box == m_hovered)
        return;
    m_hovered = box;
    emit hoveredChanged();
}

void ViewSelection::setCursor(std::optional<Timestamp> time)
{
    if (time == m_cursor)
        return;
    m_cursor = time;
    emit cursorChanged();
}

void ViewSelection::selectRange(std::optional<TimeRange> range)
{
    if (range && range->isEmpty())
        range.reset();
    if (range == m_range)
        return;
    m_range = range;
    emit rangeChanged();
}

void ViewSelection::setMarkedRanges(std::vector<TimeRange> ranges)
{
    if (ranges == m_markedRanges)
        return;
    m_markedRanges = std::move(ranges);
    emit markedRangesChanged();
}

void ViewSelection::setFunction(FrameIndex function)
{
    takeFunction(function);
    if (m_box && function.isValid() && m_profile.spans() && holds(*m_profile.spans(), *m_box)
        && !isChosen(frameOf(*m_profile.spans(), *m_box)))
        select(std::nullopt);
}

void ViewSelection::takeFunction(FrameIndex function)
{
    if (function == m_function)
        return;
    m_function = function;
    m_chosen.clear();
    markChosen();
    emit functionChanged();
}

void ViewSelection::markChosen()
{
    const SpanTable *spans = m_profile.spans().get();
    if (!spans || !spans->profile()->tables().frames.contains(m_function)) {
        m_chosen.clear();
        return;
    }
    const Profile &profile = *spans->profile();
    if (m_chosen.size() != profile.tables().frames.size())
        m_chosen = framesOf(profile, sharedIdentity(profile, m_function));
}

void ViewSelection::setOutlined(FrameMarks frames)
{
    if (frames == m_outlined)
        return;
    m_outlined = std::move(frames);
    emit outlinedChanged();
}

void ViewSelection::setSearchText(const QString &text)
{
    if (text == m_searchText)
        return;
    m_searchText = text;
    emit searchTextChanged(text);
}

void ViewSelection::setMatches(SearchMatches matches)
{
    if (!matches.isActive() && !m_matches->isActive())
        return;
    m_matches = std::make_shared<SearchMatches>(std::move(matches));
    emit matchesChanged();
}

} // namespace ember::views
