// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/pathtree.h"

#include <algorithm>

namespace ember::model {

namespace {

constexpr int mostListed = 16;

} // namespace

PathTree::PathTree() : m_lookUps(1, LookUp::Spared), m_links(1)
{
    m_nodes.append({});
}

// Grows by at least half, so that many requests for a little more do not move everything each time.
void PathTree::reserve(std::size_t paths)
{
    if (paths <= m_links.capacity())
        return;
    const auto room = std::max(paths, m_links.capacity() / 2 * 3);
    m_lookUps.reserve(room);
    m_links.reserve(room);
}

PathIndex PathTree::enter(PathIndex caller, const PathNode &call, Callees callees)
{
    if (callees == Callees::Differ && m_lookUps[caller.row()] == LookUp::Spared)
        return append(caller, call);
    if (const auto known = find(caller, call.identity)) {
        join(*known);
        return *known;
    }
    return append(caller, call);
}

void PathTree::join(PathIndex path)
{
    if (m_lookUps[path.row()] == LookUp::Spared)
        m_lookUps[path.row()] = LookUp::InList;
}

std::optional<PathIndex> PathTree::find(PathIndex caller, IdentityIndex identity)
{
    if (m_lookUps[caller.row()] == LookUp::InRows)
        return findInRows(caller, identity);
    int seen = 0;
    for (auto callee = m_links[caller.row()].firstCallee; callee.isValid();
         callee = m_links[callee.row()].nextCallee) {
        if (m_nodes[callee].identity == identity)
            return callee;
        if (++seen > mostListed) {
            m_lookUps[caller.row()] = LookUp::InRows;
            for (auto row = m_links[caller.row()].firstCallee; row.isValid();
                 row = m_links[row.row()].nextCallee)
                enterInRows(row);
            return findInRows(caller, identity);
        }
    }
    return std::nullopt;
}

std::optional<PathIndex> PathTree::findInRows(PathIndex caller, IdentityIndex identity) const
{
    const auto row = m_rows.find(mixHash(caller.raw(), identity.raw()), [&](std::uint32_t known) {
        const PathNode &node = m_nodes[PathIndex(known)];
        return node.identity == identity && node.caller == caller;
    });
    return row ? std::optional(PathIndex(*row)) : std::nullopt;
}

void PathTree::enterInRows(PathIndex path)
{
    const PathNode &node = nodes()[path];
    m_rows.findOrAppend(
        mixHash(node.caller.raw(), node.identity.raw()), [](std::uint32_t) { return false; },
        [&] { return path.raw(); });
}

PathIndex PathTree::append(PathIndex caller, const PathNode &call)
{
    const auto depth = nodes()[caller].depth + 1;
    const auto path = m_nodes.append({call.identity, caller, call.frame, depth});
    m_lookUps.push_back(LookUp::Spared);
    m_links.push_back({{}, m_links[caller.row()].firstCallee});
    m_links[caller.row()].firstCallee = path;
    if (m_lookUps[caller.row()] == LookUp::InRows)
        enterInRows(path);
    return path;
}

} // namespace ember::model
