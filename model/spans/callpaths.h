// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/core/pages.h"
#include "model/core/rowset.h"
#include "model/profile/frames.h"
#include "model/profile/profile.h"
#include "model/spans/boxcolumn.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ember::model {

using IdentityIndex = Index<struct IdentityTag>;

// A node of the tree of call paths. Stacks that differ only in lines or pcs have one path.
struct PathNode {
    IdentityIndex identity;
    PathIndex caller;
    FrameIndex frame; // the first frame entered here, in stack table order
    std::uint32_t depth = 0; // the empty path has 0
};

constexpr PathIndex emptyPath{0};

// A tree of call paths made from another tree, of stacks or of paths, some of whose nodes become
// one path: equal callees of one caller are joined. The callees of a path that stands for a single
// node mostly differ already, so they are not looked up: only joined paths cost look-ups.
class PathTree {
public:
    // Whether one node of the other tree may have several callees of an identity.
    enum class Callees : std::uint8_t { Differ, MayBeEqual };

    PathTree();

    const Column<PathIndex, PathNode> &nodes() const { return m_nodes; }
    const PathNode &operator[](PathIndex path) const { return m_nodes[path]; }

    // Reserves room for `paths` paths in all; takes no memory until they are there.
    void reserve(std::size_t paths);
    // Returns the path of a call of `call.identity` by `caller`; enters it if it is new. The frame
    // is kept from the first call entered.
    PathIndex enter(PathIndex caller, const PathNode &call, Callees callees = Callees::Differ);
    // Notes that another node of the other tree becomes this path, too.
    void join(PathIndex path);

private:
    enum class LookUp : std::uint8_t {
        Spared, // callees are not looked up: the path stands for one node
        InList,
        InRows, // callees are looked up in m_rows, because there are many
    };

    struct Links {
        PathIndex firstCallee; // the callee entered last; invalid: none
        PathIndex nextCallee; // next in the list of its caller
    };

    std::optional<PathIndex> find(PathIndex caller, IdentityIndex identity);
    std::optional<PathIndex> findInRows(PathIndex caller, IdentityIndex identity) const;
    void enterInRows(PathIndex path);
    PathIndex append(PathIndex caller, const PathNode &call);

    Column<PathIndex, PathNode> m_nodes;
    std::vector<LookUp, PageAllocator<LookUp>> m_lookUps; // by path: how its callees are found
    std::vector<Links, PageAllocator<Links>> m_links; // by path
    RowSet m_rows;
};

// The backend's identity of a frame (SENTRY.md §6.2), as text: module if present, else the trimmed
// package, else filename, else "-"; then function or "-"; then instruction_addr. Present but empty
// counts as present; line and column are not part of it.
std::string frameIdentity(const Profile &profile, FrameIndex frame);

// A function that returns the identity of a frame as text: frames with equal texts become one call.
using FrameIdentity = std::string (*)(const Profile &, FrameIndex);

// Maps stacks to call paths by the identity of their frames, the backend's unless another is given.
//
// Grows with the snapshots of one profile; for one thread at a time.
class CallPaths {
public:
    explicit CallPaths(FrameIdentity identityOf = frameIdentity) : m_identityOf(identityOf) { }

    // Enters the frames and stacks that are new in `profile`. An older snapshot has none.
    void update(const Profile &profile);
    // Enters new frames only, for callers that look at a few stacks and need not wait for all.
    void updateFrames(const Profile &profile);

    PathIndex path(StackIndex stack) const { return m_paths[stack]; }

    const PathNode &node(PathIndex path) const { return m_tree[path]; }

    IdentityIndex identity(FrameIndex frame) const { return m_identities[frame]; }

    std::size_t size() const { return m_tree.nodes().size(); }

    std::size_t identityCount() const { return m_known.size(); }

    // Whether frames with equal `identityOf` are one function in these paths.
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
