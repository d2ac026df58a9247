// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/shownstacks.h"

#include "model/profile/profilebuilder.h"

#include <utility>

namespace ember::model {

ShownStacks::ShownStacks(ProfileBuilder &builder, StackChoice choice)
    : ShownStacks(std::make_unique<StacksOfBuilder>(builder), choice)
{
}

ShownStacks::ShownStacks(std::unique_ptr<EnteredStacks> stacks, StackChoice choice)
    : m_stacks(std::move(stacks)),
      m_choice(choice),
      m_bridge(*m_stacks),
      m_fold(*m_stacks)
{
}

ShownProfile ShownStacks::update(const ProfilePointer &recorded, CutBridge::Ending ending)
{
    ShownProfile profile{recorded, recorded, recorded, m_choice};
    if (m_choice.cut == CutStacks::Bridged && recorded->tables().origin != TimeOrigin::None)
        profile.bridged = m_bridge.update(recorded, ending);
    profile.shown = m_choice.interpreters == InterpreterFunctions::Folded
        ? m_fold.update(profile.bridged)
        : profile.bridged;
    return profile;
}

ShownProfile ShownStacks::of(const ProfilePointer &recorded, StackChoice choice)
{
    ScriptRoles roles;
    roles.update(*recorded);
    const bool hasCuts = !recorded->tables().cutRoots.isEmpty();
    if (choice == stacksAsRecorded || (!hasCuts && !roles.haveScripts()))
        return {recorded, recorded, recorded, choice};
    return ShownStacks(std::make_unique<CopiedStacks>(*recorded), choice)
        .update(recorded, CutBridge::Ending::Complete);
}

} // namespace ember::model
