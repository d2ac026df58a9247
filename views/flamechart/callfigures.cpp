// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/callfigures.h"

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

// Frames that differ only in line or pc are of one function; what has no function is one of its
// own, behind all others.
std::size_t functionOf(const Profile &profile, FrameIndex frame)
{
    const FunctionIndex function = profile.frame(frame).function;
    return function.isValid() ? function.row() : profile.tables().functions.size() + frame.row();
}

} // namespace

void CallFigures::update(const ViewState &state)
{
    if (m_profileSerial != state.profileSerial()) {
        const std::uint64_t serial = m_serial + 1;
        *this = {};
        m_serial = serial;
        m_profileSerial = state.profileSerial();
    }
    if (state.colourMode() == ColourMode::Recursion)
        findLevels(*state.spans());
    if (state.colourMode() == ColourMode::Frequency && m_counted != state.spans())
        countCalls(state.spans());
}

// Paths stand behind their callers, and mostly right behind: going from one to the next, few calls
// are left and entered, so this costs about what it took to make the paths.
void CallFigures::findLevels(const SpanTable &spans)
{
    if (m_levels.size() >= spans.pathCount())
        return;
    // Functions may be more by now, and those without one are numbered behind them.
    m_way.clear();
    const auto &tables = spans.profile()->tables();
    m_openCalls.assign(tables.functions.size() + tables.frames.size(), 0);
    if (m_levels.empty())
        m_levels.push_back(0); // the empty path is no call
    m_levels.reserve(spans.pathCount());
    for (std::size_t row = m_levels.size(); row < spans.pathCount(); ++row) {
        const PathIndex path(static_cast<std::uint32_t>(row));
        goTo(spans, spans.path(path).caller);
        m_levels.push_back(static_cast<std::uint8_t>(std::min(enter(spans, path), 255U)));
    }
}

void CallFigures::goTo(const SpanTable &spans, PathIndex path)
{
    m_ahead.clear();
    std::size_t depth = spans.path(path).depth;
    for (; depth > 0 && (depth > m_way.size() || m_way[depth - 1].path != path); --depth) {
        m_ahead.push_back(path);
        path = spans.path(path).caller;
    }
    for (; m_way.size() > depth; m_way.pop_back())
        --m_openCalls[m_way.back().function];
    for (; !m_ahead.empty(); m_ahead.pop_back())
        enter(spans, m_ahead.back());
}

std::uint32_t CallFigures::enter(const SpanTable &spans, PathIndex path)
{
    const std::size_t function = functionOf(*spans.profile(), spans.path(path).frame);
    m_way.push_back({path, function});
    return ++m_openCalls[function];
}

void CallFigures::countCalls(const SpanTablePointer &spans)
{
    if (!m_counts || m_counts->threads().size() != spans->threadCount()) {
        std::vector<ThreadIndex> threads;
        for (std::size_t row = 0; row < spans->threadCount(); ++row)
            threads.emplace_back(static_cast<std::uint32_t>(row));
        m_counts = std::make_unique<BoxCounts>(std::move(threads));
    }
    m_counts->update(spans);
    m_counted = spans;
    ++m_serial;
    const Profile &profile = *spans->profile();
    const std::size_t frames = m_counts->ofFrames().size();
    std::vector<std::uint64_t> ofFunctions(profile.tables().functions.size() + frames);
    for (std::size_t row = 0; row < frames; ++row)
        ofFunctions[functionOf(profile, FrameIndex(static_cast<std::uint32_t>(row)))] +=
            m_counts->ofFrames()[row];
    m_calls.resize(frames);
    for (std::size_t row = 0; row < frames; ++row)
        m_calls[row] =
            ofFunctions[functionOf(profile, FrameIndex(static_cast<std::uint32_t>(row)))];
}

} // namespace ember::views
