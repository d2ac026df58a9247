// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/boxes/callfigures.h"

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

// Returns an index for the frame's function. Frames that differ only in line or pc share it; a
// frame without a function gets one of its own, after all functions.
std::size_t functionOf(const Profile &profile, FrameIndex frame)
{
    const FunctionIndex function = profile.frame(frame).function;
    return function.isValid() ? function.row() : profile.tables().functions.size() + frame.row();
}

} // namespace

std::uint32_t recursionOf(const SpanTable &spans, PathIndex path)
{
    const Profile &profile = *spans.profile();
    const PathNode call = spans.path(path);
    const FunctionIndex function = profile.frame(call.frame).function;
    std::uint32_t level = 1;
    for (PathIndex at = call.caller; at != emptyPath; at = spans.path(at).caller) {
        const FrameIndex frame = spans.path(at).frame;
        level +=
            frame == call.frame || (function.isValid() && profile.frame(frame).function == function)
            ? 1U
            : 0U;
    }
    return level;
}

std::uint32_t recursionOf(const MergedTree &tree, MergedIndex node)
{
    const IdentityIndex function = tree.node(node).function;
    std::uint32_t level = 1;
    while (tree.node(node).depth > 0) {
        node = tree.node(node).parent;
        level += tree.node(node).function == function ? 1U : 0U;
    }
    return level;
}

std::uint32_t CallFigures::recursion(const SpanTable &spans, PathIndex path) const
{
    return path.row() < m_levels.size() ? m_levels[path.row()]
                                        : std::min<std::uint32_t>(recursionOf(spans, path), 255);
}

CallFiguresPointer GrowingCallFigures::withRecursion(const SpanTable &spans)
{
    findLevels(spans);
    const auto figures = std::make_shared<CallFigures>();
    figures->m_levels = m_levels;
    return figures;
}

// Paths are stored after their callers, mostly directly after them: from one path to the next few
// calls are left and entered, so this costs about as much as making the paths did.
void GrowingCallFigures::findLevels(const SpanTable &spans)
{
    if (m_levels.size() >= spans.pathCount())
        return;
    // There may be new functions, and frames without one are numbered after all functions.
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

void GrowingCallFigures::goTo(const SpanTable &spans, PathIndex path)
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

std::uint32_t GrowingCallFigures::enter(const SpanTable &spans, PathIndex path)
{
    const std::size_t function = functionOf(*spans.profile(), spans.path(path).frame);
    m_way.push_back({path, function});
    return ++m_openCalls[function];
}

CallFiguresPointer GrowingCallFigures::withCalls(const SpanTablePointer &spans)
{
    if (!m_counts || m_counts->threads().size() != spans->threadCount()) {
        std::vector<ThreadIndex> threads;
        for (std::size_t row = 0; row < spans->threadCount(); ++row)
            threads.emplace_back(static_cast<std::uint32_t>(row));
        m_counts = std::make_unique<BoxCounts>(std::move(threads));
    }
    m_counts->update(spans);
    const Profile &profile = *spans->profile();
    const auto &ofFrames = m_counts->ofFrames();
    std::vector<std::uint64_t> ofFunctions(profile.tables().functions.size() + ofFrames.size());
    const auto function = [&](std::size_t row) {
        return functionOf(profile, FrameIndex(static_cast<std::uint32_t>(row)));
    };
    for (std::size_t row = 0; row < ofFrames.size(); ++row)
        ofFunctions[function(row)] += ofFrames[row];
    const auto figures = std::make_shared<CallFigures>();
    figures->m_calls.reserve(ofFrames.size());
    for (std::size_t row = 0; row < ofFrames.size(); ++row)
        figures->m_calls.push_back(ofFunctions[function(row)]);
    return figures;
}

} // namespace ember::views
