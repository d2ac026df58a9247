// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/viewappearance.h"

#include "views/state/openprofile.h"
#include "views/state/recordings.h"

#include <utility>

namespace ember::views {

namespace {

// Whether the mode needs figures. Others colour a call by its frame or its samples.
bool needsFigures(ColourMode mode)
{
    return mode == ColourMode::Recursion || mode == ColourMode::Frequency;
}

} // namespace

ViewAppearance::ViewAppearance(const OpenProfile &profile)
    : m_profile(profile),
      m_theme(&views::theme(Shade::Light)),
      m_figures(std::make_shared<CallFigures>()),
      m_growing(std::make_shared<GrowingCallFigures>()),
      m_job(
          this, [this] { return query(); }, [this](Answer answer) { take(std::move(answer)); })
{
}

void ViewAppearance::setColourMode(ColourMode mode)
{
    if (mode == m_chosenMode)
        return;
    m_chosenMode = mode;
    askFigures();
    const ColourMode before = std::exchange(m_colourMode, readyMode());
    if (m_colourMode != before || !needsFigures(mode)) // the legend explains missing colours
        emit changed();
}

void ViewAppearance::showColours()
{
    const ColourMode before = m_colourMode;
    m_colourMode = readyMode();
    if (m_colourMode != before)
        emit changed();
}

// Returns the chosen mode if it applies and its figures are there; until they come, the mode that
// is shown if it is ready; otherwise ColourMode::Function.
ColourMode ViewAppearance::readyMode() const
{
    if (isReady(m_chosenMode))
        return m_chosenMode;
    return needsFigures(m_chosenMode) && isReady(m_colourMode) ? m_colourMode
                                                               : ColourMode::Function;
}

bool ViewAppearance::isReady(ColourMode mode) const
{
    // Recording and State stay chosen, but do not apply to a profile without recordings or states:
    // all of it would be grey.
    if (mode == ColourMode::Recording && m_profile.spans())
        return !recordingsOf(*m_profile.spans()->profile()).empty();
    if (mode == ColourMode::State && m_profile.spans())
        return m_profile.hasStates();
    return !m_profile.spans() || !needsFigures(mode) || m_answered == mode;
}

void ViewAppearance::askFigures()
{
    if (needsFigures(m_chosenMode) && m_profile.spans())
        m_job.askAnew();
    else
        m_job.drop();
}

void ViewAppearance::refreshFigures()
{
    if (needsFigures(m_chosenMode) && m_profile.spans())
        m_job.refresh();
}

void ViewAppearance::forgetFigures()
{
    m_job.drop();
    m_figures = std::make_shared<CallFigures>();
    m_answered = ColourMode::Function;
    m_growing = std::make_shared<GrowingCallFigures>();
}

PacedJob<ViewAppearance::Answer>::Work ViewAppearance::query() const
{
    if (!needsFigures(m_chosenMode) || !m_profile.spans())
        return {};
    return [mode = m_chosenMode, growing = m_growing, spans = m_profile.spans()] {
        return Answer{mode,
                      mode == ColourMode::Recursion ? growing->withRecursion(*spans)
                                                    : growing->withCalls(spans)};
    };
}

void ViewAppearance::take(Answer answer)
{
    m_figures = std::move(answer.figures);
    m_answered = answer.mode;
    m_colourMode = readyMode();
    emit changed();
}

void ViewAppearance::setTimeLabels(TimeLabels labels)
{
    if (labels == m_timeLabels)
        return;
    m_timeLabels = labels;
    emit changed();
}

void ViewAppearance::setEdges(Edges edges)
{
    if (edges == m_edges)
        return;
    m_edges = edges;
    emit changed();
}

void ViewAppearance::setGutterWidth(int width)
{
    if (width == m_gutterWidth)
        return;
    m_gutterWidth = width;
    emit gutterWidthChanged();
}

void ViewAppearance::setHiddenColumns(const QString &table, const QStringList &columns)
{
    if (columns == m_hiddenColumns.value(table))
        return;
    m_hiddenColumns.insert(table, columns);
    emit hiddenColumnsChanged(table);
}

void ViewAppearance::setShade(Shade shade)
{
    if (shade == m_theme->shade)
        return;
    m_theme = &views::theme(shade, m_theme->hues);
    emit changed();
}

void ViewAppearance::setHues(Hues hues)
{
    if (hues == m_theme->hues)
        return;
    m_theme = &views::theme(m_theme->shade, hues);
    emit changed();
}

void ViewAppearance::setKeyMap(KeyMap keyMap)
{
    if (keyMap == m_keyMap)
        return;
    m_keyMap = std::move(keyMap);
    emit keyMapChanged();
}

void ViewAppearance::set(const ViewAppearance &other)
{
    setShade(other.theme().shade);
    setHues(other.theme().hues);
    setColourMode(other.chosenColourMode());
    setTimeLabels(other.timeLabels());
    setEdges(other.edges());
    setGutterWidth(other.gutterWidth());
    for (const QString &table : QStringList(hiddenColumns().keys() + other.hiddenColumns().keys()))
        setHiddenColumns(table, other.hiddenColumns().value(table));
    setKeyMap(other.keyMap());
}

} // namespace ember::views
