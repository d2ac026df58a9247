// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/profile/profile.h"
#include "model/spans/pathtree.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ember::model {

// The backend's identity of a frame (SENTRY.md §6.2), as text: module if present, else the trimmed
// package, else filename, else "-"; then function or "-"; then instruction_addr. Present but empty
// counts as present; line and column are not part of it.
std::string frameIdentity(const Profile &profile, FrameIndex frame);

// Returns the identity of a frame as text; frames with equal texts are one.
using FrameIdentity = std::string (*)(const Profile &, FrameIndex);

// Maps stacks to call paths by the identity of their frames, the backend's unless another is given.
//
// Grows with the snapshots of one profile; for one thread at a time.
class CallPaths {
public:
    explicit CallPaths(FrameIdentity identityOf = frameIdentity) : m_identityOf(identityOf) { }

    // Enters the frames and stacks that are new in `profile`. An older snapshot has none.
    void update(const Profile &profile);
    // Enters new frames only: a caller with a few stacks to look at need not wait for all.
    void updateFrames(const Profile &profile);

    PathIndex path(StackIndex stack) const { return m_paths[stack]; }

    const PathNode &node(PathIndex path) const { return m_tree[path]; }

    IdentityIndex identity(FrameIndex frame) const { return m_identities[frame]; }

    std::size_t size() const { return m_tree.nodes().size(); }

    std::size_t identityCount() const { return m_known.size(); }

    // Whether `identityOf` is what tells frames apart here.
    bool goBy(FrameIdentity identityOf) const { return m_identityOf == identityOf; }

    // All paths; a copy is a snapshot of them.
    const Column<PathIndex, PathNode> &nodes() const { return m_tree.nodes(); }

    // The path of each stack; a copy is a snapshot of them.
    const Column<StackIndex, PathIndex> &stackPaths() const { return m_paths; }

    // The identity of each frame; a copy is a snapshot of them.
    const Column<FrameIndex, IdentityIndex> &identities() const { return m_identities; }

private:
    IdentityIndex identify(const Profile &profile, FrameIndex frame);
    PathIndex enter(const StackNode &stack);

    FrameIdentity m_identityOf;
    Column<FrameIndex, IdentityIndex> m_identities;
    Column<StackIndex, PathIndex> m_paths;
    PathTree m_tree;
    std::unordered_map<std::string, IdentityIndex> m_known;
    std::vector<bool> m_hasSeveralFrames; // by identity
};

} // namespace ember::model
