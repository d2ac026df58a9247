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
// The samples before and after a run of cut ones must be whole. Their outermost functions are
// compared; what both have, and at least one of them calls something from, is put above each cut
// stack of the run. Where the outermost function of the cut stack is among them, it and what lies
// below it are left out: it goes on. A run has at most maxSamples, and at most maxTime lies
// between the two whole samples: longer ones stay as they were recorded.
//
// Fed with the growing snapshots of one profile, in one thread. Frames, functions and threads have
// the indices of the recorded profile, stacks of it theirs, and samples, too: but while a run has
// not ended, its samples are not there yet.
class CutBridge {
public:
    static constexpr std::size_t maxSamples = 50;
    static constexpr Nanoseconds maxTime{500'000'000};

    // Whether the profile goes on: if not, a run at its end stays as it was recorded.
    enum class Ending : std::uint8_t { More, Complete };

    // New stacks become those of the profile that is being built. The builder outlives it.
    explicit CutBridge(ProfileBuilder &builder);
    ~CutBridge();
    CutBridge(const CutBridge &) = delete;
    CutBridge &operator=(const CutBridge &) = delete;

    // `recorded` itself as long as nothing is cut.
    ProfilePointer update(const ProfilePointer &recorded, Ending ending);

    // For a profile that nobody adds to.
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
    // Further runs stay as they were recorded.
    static constexpr std::size_t maxMade = 4'000'000;

    std::unique_ptr<Stacks> m_stacks;
    CallPaths m_identities; // of frames alone
    std::vector<StackIndex> m_roots; // by stack: its outermost node
    std::vector<bool> m_isCut; // by stack
    std::vector<std::unique_ptr<Thread>> m_threads; // by ThreadIndex
    std::size_t m_made = 0;
};

} // namespace ember::model
