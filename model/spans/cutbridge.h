// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/spans/callpaths.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ember::model {

class ProfileBuilder;

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
// Fed with the growing snapshots of one profile, in one thread. Frames, functions, threads, samples
// and recorded stacks keep their indices. Once a thread has a bridged run, the samples of a later
// run are missing until that run has ended.
class CutBridge {
public:
    static constexpr std::size_t maxSamples = 50;
    static constexpr Nanoseconds maxTime{500'000'000};

    // Whether more snapshots follow. If not, a run at the end stays as it was recorded.
    enum class Ending : std::uint8_t { More, Complete };

    // Enters new stacks into the profile that is being built. The builder must outlive it.
    explicit CutBridge(ProfileBuilder &builder);
    ~CutBridge();
    CutBridge(const CutBridge &) = delete;
    CutBridge &operator=(const CutBridge &) = delete;

    // Returns the bridged copy, or `recorded` itself as long as it has no cut stack.
    ProfilePointer update(const ProfilePointer &recorded, Ending ending);

    // The bridged copy of a profile that is complete; `recorded` itself if it has no cut stacks, or
    // no time.
    static ProfilePointer bridged(const ProfilePointer &recorded);

private:
    class Stacks;
    class StacksOfBuilder;
    class OwnStacks;
    struct Thread;

    explicit CutBridge(std::unique_ptr<Stacks> stacks);

    void updateRoots(const Profile &recorded);
    void read(Thread &thread, const std::shared_ptr<const ThreadSamples> &recorded, Ending ending);
    void take(Thread &thread, SampleIndex sample);
    void endRun(Thread &thread, SampleIndex after);
    std::vector<StackIndex> sharedCallers(StackIndex before, StackIndex after) const;
    StackIndex below(const std::vector<StackIndex> &callers, StackIndex cut);
    std::vector<StackIndex> pathOf(StackIndex stack) const;
    IdentityIndex identityOf(StackIndex stack) const;

    bool isCut(StackIndex stack) const { return m_isCut[m_roots[stack.row()].row()]; }

    // Limit of the stack nodes that are looked up or made, for files with very many cut samples.
    // Once it is exceeded, further runs stay as they were recorded.
    static constexpr std::size_t maxMade = 4'000'000;

    std::unique_ptr<Stacks> m_stacks;
    CallPaths m_identities; // of frames only, no stacks
    std::vector<StackIndex> m_roots; // by stack: its outermost node
    std::vector<bool> m_isCut; // by stack: whether it is a cut root
    std::vector<std::unique_ptr<Thread>> m_threads; // by ThreadIndex
    std::size_t m_made = 0;
};

} // namespace ember::model
