// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/callpaths.h"

#include "model/core/text.h"

#include <algorithm>
#include <optional>
#include <utility>

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

namespace {

void appendAddress(std::string &text, std::uint64_t address)
{
    text += "0x" + hexDigits(address);
}

// The path of the binary that a frame lies in, from its function or its image; absent if neither
// has one.
std::optional<std::string_view> packageOf(const Profile &profile, const Frame &frame,
                                          const Function &function)
{
    if (function.package.isValid())
        return profile.text(function.package);
    if (frame.image.isValid())
        return profile.text(profile.image(frame.image).codeFile);
    return std::nullopt;
}

} // namespace

std::string frameIdentity(const Profile &profile, FrameIndex index)
{
    const Frame &frame = profile.frame(index);
    const Function function =
        frame.function.isValid() ? profile.function(frame.function) : Function();
    std::string identity;
    if (function.module.isValid())
        identity = profile.text(function.module);
    else if (const auto package = packageOf(profile, frame, function))
        identity = trimmedPackage(*package);
    else
        identity = function.file.isValid() ? profile.text(function.file) : "-";
    identity += function.name.isValid() ? profile.text(function.name) : "-";
    if (frame.address)
        appendAddress(identity, *frame.address);
    return identity;
}

void CallPaths::updateFrames(const Profile &profile)
{
    const auto &frames = profile.tables().frames;
    if (frames.size() <= m_identities.size())
        return; // an older snapshot
    if (const auto news = frames.size() - m_identities.size(); news > m_known.size())
        m_known.reserve(m_known.size() + news);
    while (m_identities.size() < frames.size())
        m_identities.append(identify(profile, m_identities.nextIndex()));
}

void CallPaths::update(const Profile &profile)
{
    updateFrames(profile);
    const auto &stacks = profile.tables().stacks;
    if (stacks.size() <= m_paths.size())
        return; // an older snapshot
    m_tree.reserve(m_tree.nodes().size() + stacks.size() - m_paths.size());
    for (auto row = m_paths.size(); row < stacks.size();) {
        for (const StackNode &stack : stacks.run(row))
            m_paths.append(row++ == emptyStack.row() ? emptyPath : enter(stack));
    }
}

// Callees of one stack have equal identities only if the identity has several frames, because each
// stack is in the table once.
PathIndex CallPaths::enter(const StackNode &stack)
{
    const auto own = identity(stack.frame);
    return m_tree.enter(path(stack.parent), {own, {}, stack.frame},
                        m_hasSeveralFrames[own.row()] ? PathTree::Callees::MayBeEqual
                                                      : PathTree::Callees::Differ);
}

IdentityIndex CallPaths::identify(const Profile &profile, FrameIndex frame)
{
    const auto [known, isNew] =
        m_known.try_emplace(m_identityOf(profile, frame), IdentityIndex(m_known.size()));
    if (isNew)
        m_hasSeveralFrames.push_back(false);
    else
        m_hasSeveralFrames[known->second.row()] = true;
    return known->second;
}

} // namespace ember::model
