// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/profile/scripts.h"
#include "model/spans/callpaths.h"
#include "model/spans/interpreterfold.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace ember::model {

// Whether samples whose callers the recorder did not find (CutRoot) are shown as they were
// recorded, or below the callers that the samples around them agree on.
enum class CutStacks : std::uint8_t { AsRecorded, Bridged };

// Makes a copy of a profile in which cut stacks stand below the callers of neighbouring samples:
//
//   recorded   main   mul!   main        bridged   main   main   main
//              work          work                  work   work   work
//              sum           sum                   sum    mul    sum
//
// The samples before and after a run of cut ones must be whole. Their stacks are compared from the
// root; the functions that both have, and that call something in at least one of them, are put
// above each cut stack of the run. If the outermost function of the cut stack is among these, it
// and the functions that follow it are left out: the cut stack continues its call. A run has at
// most maxSamples, and at most maxTime lies between the two whole samples; longer runs stay as they
// were recorded.
//
// Torn stacks are bridged likewise: those that show an interpreter running a script but not the
// script, which was just changing. What they show down to the interpreter is replaced by what the
// samples around them share, down to the innermost function of a script.
//
// Fed with the growing snapshots of one profile, in one thread. Frames, functions, threads, samples
// and recorded stacks keep their indices. Once a thread has a bridged run, the samples of a later
// run are missing until that run has ended.
class CutBridge {
public:
    static constexpr std::size_t maxSamples = 50;
    static constexpr Nanoseconds maxTime{500'000'000};

    // Whether more snapshots follow. If not, a run at the end stays as it was recorded.
    enum class Ending : std::uint8_t { More, Complete };

    // `stacks` has all stacks of the profile, and takes the new ones.
    explicit CutBridge(EnteredStacks &stacks);
    ~CutBridge();
    CutBridge(const CutBridge &) = delete;
    CutBridge &operator=(const CutBridge &) = delete;

    // Returns the bridged copy, or `recorded` itself as long as it has nothing to bridge.
    ProfilePointer update(const ProfilePointer &recorded, Ending ending);

private:
    struct Thread;

    struct Node {
        StackIndex root; // the outermost node of the stack
        bool isCutRoot = false;
        bool hasScript = false;
        bool hasLoop = false; // whether it has the interpreter's function that runs scripts
    };

    // The stacks before and after a run.
    using Neighbours = std::pair<StackIndex, StackIndex>;
    enum class Shared : std::uint8_t { All, CallsOnly };

    void updateStacks(const Profile &recorded);
    void read(Thread &thread, const std::shared_ptr<const ThreadSamples> &recorded, Ending ending);
    void take(Thread &thread, SampleIndex sample);
    void endRun(Thread &thread, SampleIndex after);
    std::vector<StackIndex> sharedCallers(const Neighbours &neighbours, Shared shared) const;
    std::vector<StackIndex> scriptCallers(const Neighbours &neighbours) const;
    StackIndex below(const std::vector<StackIndex> &callers, StackIndex cut);
    StackIndex behind(const std::vector<StackIndex> &callers, StackIndex torn);
    StackIndex entered(StackIndex caller, std::span<const StackIndex> path);
    std::vector<StackIndex> pathOf(StackIndex stack) const;
    IdentityIndex identityOf(StackIndex stack) const;

    bool isCut(StackIndex stack) const
    {
        return m_nodes[m_nodes[stack.row()].root.row()].isCutRoot;
    }

    bool isTorn(StackIndex stack) const
    {
        const Node &node = m_nodes[stack.row()];
        return node.hasLoop && !node.hasScript;
    }

    // Limit of the stack nodes that are looked up or made, for files with very many cut samples.
    // Once it is exceeded, further runs stay as they were recorded.
    static constexpr std::size_t maxMade = 4'000'000;

    EnteredStacks &m_stacks;
    CallPaths m_identities; // identities of the frames; has no paths of stacks
    ScriptRoles m_roles;
    std::vector<Node> m_nodes; // by stack
    bool m_knowsScripts = false; // whether there were scripts when m_nodes were made
    std::vector<std::unique_ptr<Thread>> m_threads; // by ThreadIndex
    std::size_t m_made = 0;
};

} // namespace ember::model
