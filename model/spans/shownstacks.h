// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/cutbridge.h"
#include "model/spans/interpreterfold.h"

#include <memory>

namespace ember::model {

// Which stacks the user wants to see in place of the recorded ones.
struct StackChoice {
    CutStacks cut = CutStacks::Bridged; // what cut and torn stacks become
    InterpreterFunctions interpreters = InterpreterFunctions::Folded;

    friend bool operator==(const StackChoice &, const StackChoice &) = default;
};

constexpr StackChoice stacksAsRecorded{CutStacks::AsRecorded, InterpreterFunctions::Shown};

// A profile as it is shown, and what it was made of. A step that changed nothing has the profile of
// the step before.
struct ShownProfile {
    ProfilePointer recorded;
    ProfilePointer bridged;
    ProfilePointer shown; // bridged, then folded
    StackChoice choice;
};

// Makes the copy of a growing profile that is shown. Fed with its snapshots, in one thread.
class ShownStacks {
public:
    // Enters new stacks into the profile that is being built. The builder must outlive it.
    ShownStacks(ProfileBuilder &builder, StackChoice choice);

    StackChoice choice() const { return m_choice; }

    ShownProfile update(const ProfilePointer &recorded, CutBridge::Ending ending);

    // Returns a complete profile as it is shown. One without time is folded, not bridged.
    static ShownProfile of(const ProfilePointer &recorded, StackChoice choice);

private:
    ShownStacks(std::unique_ptr<EnteredStacks> stacks, StackChoice choice);

    std::unique_ptr<EnteredStacks> m_stacks;
    StackChoice m_choice;
    CutBridge m_bridge;
    InterpreterFold m_fold;
};

} // namespace ember::model
