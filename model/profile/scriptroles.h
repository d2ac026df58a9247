// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstdint>
#include <vector>

namespace ember::model {

// What a frame is in a stack of a program that runs scripts.
enum class ScriptRole : std::uint8_t {
    Other, // native code of the user's, of an extension, of a library
    Script,
    Interpreter, // native code of the runtime, by the name of its binary (isInterpreter())
    // The interpreter's function that runs scripts: a stack with one has a script's function, too,
    // if its script could be read.
    InterpreterLoop,
    CLibrary, // the C library and the loader: they start processes and threads
};

ScriptRole scriptRole(const Profile &profile, FrameIndex frame);

// The roles of the frames of a growing profile. Costs next to nothing while it has no scripts.
class ScriptRoles {
public:
    void update(const Profile &profile);

    bool haveScripts() const { return m_haveScripts; }

    // Only if there are scripts.
    ScriptRole operator[](FrameIndex frame) const { return m_roles[frame.row()]; }

private:
    void lookForScripts(const Profile &profile);

    bool m_haveScripts = false;
    std::size_t m_searched = 0; // frames
    std::vector<ScriptRole> m_roles; // by frame
};

constexpr bool isOfInterpreter(ScriptRole role)
{
    return role == ScriptRole::Interpreter || role == ScriptRole::InterpreterLoop;
}

} // namespace ember::model
