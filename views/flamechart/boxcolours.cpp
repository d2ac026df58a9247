// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/boxcolours.h"

namespace ember::views {

using namespace model;

namespace {

std::string_view functionName(const Profile &profile, FrameIndex frame)
{
    const auto function = profile.frame(frame).function;
    return function.isValid() ? profile.text(profile.function(function).name) : std::string_view();
}

} // namespace

BoxColour BoxColours::colourOf(const Profile &profile, FrameIndex frame, ColourMode mode,
                               const Theme &theme)
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
    }
    return theme.neutral;
}

void BoxColours::update(const ViewState &state, ProfileChange change)
{
    const SpanTable &spans = *state.spans();
    const bool same = change == ProfileChange::Grown && m_mode == state.colourMode()
        && m_theme == &state.theme() && m_searchText == state.matches().text
        && m_searched == state.matches().paths.size();
    if (!same)
        m_byPath.clear();
    m_mode = state.colourMode();
    m_theme = &state.theme();
    m_searchText = state.matches().text;
    m_searched = state.matches().paths.size();
    m_byPath.reserve(spans.pathCount());
    for (std::size_t row = m_byPath.size(); row < spans.pathCount(); ++row) {
        const PathIndex path(row);
        const bool dimmed = state.matches().isActive() && !state.matches().contains(path);
        m_byPath.push_back(
            dimmed ? m_theme->dimmed
                   : colourOf(*spans.profile(), spans.path(path).frame, m_mode, *m_theme));
    }
}

} // namespace ember::views
