// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/joinedpaths.h"

namespace ember::model {

namespace {

constexpr int mostListed = 16;

std::size_t hashOf(PathIndex caller, IdentityIndex identity)
{
    return mixHash(caller.raw(), identity.raw());
}

} // namespace

JoinedPaths::JoinedPaths(std::size_t paths)
    : m_callees(1, Callees::Differ),
      m_firstCallee(1),
      m_nextCallee(1)
{
    m_callees.reserve(paths);
    m_firstCallee.reserve(paths);
    m_nextCallee.reserve(paths);
    m_nodes.append({});
}

PathIndex JoinedPaths::enter(PathIndex caller, const PathNode &call)
{
    if (m_callees[caller.row()] == Callees::Differ)
        return append(caller, call);
    if (const auto known = find(caller, call.identity)) {
        join(*known);
        return *known;
    }
    return append(caller, call);
}

void JoinedPaths::join(PathIndex path)
{
    if (m_callees[path.row()] == Callees::Differ)
        m_callees[path.row()] = Callees::Listed;
}

std::optional<PathIndex> JoinedPaths::find(PathIndex caller, IdentityIndex identity)
{
    if (m_callees[caller.row()] == Callees::Listed)
        return findInList(caller, identity);
    const auto row = m_rows.find(hashOf(caller, identity), [&](std::uint32_t known) {
        const PathNode &node = m_nodes[PathIndex(known)];
        return node.identity == identity && node.caller == caller;
    });
    return row ? std::optional(PathIndex(*row)) : std::nullopt;
}

std::optional<PathIndex> JoinedPaths::findInList(PathIndex caller, IdentityIndex identity)
{
    int seen = 0;
    for (auto callee = m_firstCallee[caller.row()]; callee.isValid();
         callee = m_nextCallee[callee.row()]) {
        if (m_nodes[callee].identity == identity)
            return callee;
        if (++seen > mostListed) {
            hash(caller);
            return find(caller, identity);
        }
    }
    return std::nullopt;
}

void JoinedPaths::hash(PathIndex path)
{
    m_callees[path.row()] = Callees::Hashed;
    for (auto callee = m_firstCallee[path.row()]; callee.isValid();
         callee = m_nextCallee[callee.row()])
        m_rows.findOrAppend(
            hashOf(path, m_nodes[callee].identity), [](std::uint32_t) { return false; },
            [&] { return callee.raw(); });
}

PathIndex JoinedPaths::append(PathIndex caller, const PathNode &call)
{
    const auto depth = m_nodes[caller].depth + 1;
    const auto path = m_nodes.append({call.identity, caller, call.frame, depth});
    m_callees.push_back(Callees::Differ);
    m_firstCallee.emplace_back();
    m_nextCallee.push_back(m_firstCallee[caller.row()]);
    m_firstCallee[caller.row()] = path;
    if (m_callees[caller.row()] == Callees::Hashed)
        m_rows.findOrAppend(
            hashOf(caller, call.identity), [](std::uint32_t) { return false; },
            [&] { return path.raw(); });
    return path;
}

} // namespace ember::model
