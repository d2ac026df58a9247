// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/boxcolours.h"

#include "views/sumsquestion.h"

namespace ember::views {

using namespace model;

namespace {

std::string_view functionName(const Profile &profile, FrameIndex frame)
{
    const auto function = profile.frame(frame).function;
    return function.isValid() ? profile.text(profile.function(function).name) : std::string_view();
}

std::string_view fileName(const Profile &profile, FrameIndex frame)
{
    const auto function = profile.frame(frame).function;
    if (!function.isValid())
        return {};
    const auto file = profile.text(profile.function(function).file);
    return file.empty() ? profile.text(profile.function(function).absPath) : file;
}

} // namespace

BoxColour BoxColours::colourOf(const Profile &profile, FrameIndex frame, ColourMode mode,
                               const Theme &theme, const CallFigures &figures)
{
    if (!frame.isValid())
        return theme.neutral;
    switch (mode) {
    case ColourMode::Function:
        return theme.forFunction(moduleName(profile, frame), functionName(profile, frame));
    case ColourMode::Module: return theme.forModule(moduleName(profile, frame));
    case ColourMode::InApp:
        switch (profile.frame(frame).inApp) {
        case InApp::Yes: return theme.inApp;
        case InApp::No: return theme.system;
        case InApp::Unset: return theme.neutral;
        }
        break;
    case ColourMode::Source: return sourceColour(theme, fileName(profile, frame));
    case ColourMode::Frequency: return frequencyColour(theme, figures.calls(frame));
    case ColourMode::State:
    case ColourMode::Recording:
    case ColourMode::Recursion: break; // tells the call
    }
    return theme.neutral;
}

void BoxColours::update(const ViewState &state)
{
    const SearchMatches &matches = state.matches();
    const bool same = m_profileSerial == state.profileSerial() && m_mode == state.colourMode()
        && m_figures == state.callFigures() && m_theme == &state.theme()
        && m_searchText == matches.text && m_searched == matches.frames.size()
        && m_filtered == state.sums().filteredFrames().serial();
    if (!same)
        m_byFrame.clear();
    m_state = &state;
    m_figures = state.callFigures();
    m_profileSerial = state.profileSerial();
    m_mode = state.colourMode();
    m_theme = &state.theme();
    m_searchText = matches.text;
    m_searched = matches.frames.size();
    m_filtered = state.sums().filteredFrames().serial();
    m_byFrame.resize(state.spans()->profile()->tables().frames.size());
}

BoxColour BoxColours::find(FrameIndex frame) const
{
    const SearchMatches &matches = m_state->matches();
    if ((matches.isActive() && !matches.contains(frame))
        || !m_state->sums().filteredFrames().isLeft(frame))
        return m_theme->dimmed;
    return colourOf(*m_state->spans()->profile(), frame, m_mode, *m_theme, *m_figures);
}

} // namespace ember::views
