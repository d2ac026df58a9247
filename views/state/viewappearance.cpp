// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/viewappearance.h"

#include "views/state/recordings.h"
#include "views/state/viewstate.h"

#include <utility>

namespace ember::views {

namespace {

// Others tell of a call what its frame and its samples do.
bool needsFigures(ColourMode mode)
{
    return mode == ColourMode::Recursion || mode == ColourMode::Frequency;
}

} // namespace

CallFigureQuestion::CallFigureQuestion(const ViewState &state)
    : m_state(state),
      m_figures(std::make_shared<CallFigures>()),
      m_growing(std::make_shared<GrowingCallFigures>()),
      m_job(
          this, [this] { return question(); }, [this](Answer answer) { show(std::move(answer)); })
{
}

bool CallFigureQuestion::isReady(ColourMode mode) const
{
    // Chosen for what has recordings, it is no colour of what has one.
    if (mode == ColourMode::Recording && m_state.spans())
        return !recordingsOf(*m_state.spans()->profile()).empty();
    return !m_state.spans() || !needsFigures(mode) || m_answered == mode;
}

ColourMode CallFigureQuestion::shownInstead(ColourMode before) const
{
    if (isReady(m_state.chosenColourMode()))
        return m_state.chosenColourMode();
    return isReady(before) ? before : ColourMode::Function;
}

void CallFigureQuestion::ask()
{
    if (needsFigures(m_state.chosenColourMode()) && m_state.spans())
        m_job.askAnew();
    else
        m_job.drop();
}

void CallFigureQuestion::refresh()
{
    if (needsFigures(m_state.chosenColourMode()) && m_state.spans())
        m_job.refresh();
}

void CallFigureQuestion::forget()
{
    m_job.drop();
    m_figures = std::make_shared<CallFigures>();
    m_answered = ColourMode::Function;
    m_growing = std::make_shared<GrowingCallFigures>();
}

PacedJob<CallFigureQuestion::Answer>::Work CallFigureQuestion::question()
{
    const auto mode = m_state.chosenColourMode();
    if (!needsFigures(mode) || !m_state.spans())
        return {};
    return [mode, growing = m_growing, spans = m_state.spans()] {
        return Answer{mode,
                      mode == ColourMode::Recursion ? growing->withRecursion(*spans)
                                                    : growing->withCalls(spans)};
    };
}

void CallFigureQuestion::show(Answer answer)
{
    m_figures = std::move(answer.figures);
    m_answered = answer.mode;
    emit answered();
}

} // namespace ember::views
