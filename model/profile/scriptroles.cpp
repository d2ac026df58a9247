// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/scriptroles.h"

#include "model/profile/inapp.h"
#include "model/profile/scriptpaths.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace ember::model {

namespace {

bool isScript(const Profile &profile, const Frame &frame)
{
    return frame.platform.isValid() && isScriptPlatform(profile.text(frame.platform));
}

// The path of the binary that a native frame lies in; "": none.
std::string_view binaryOf(const Profile &profile, const Frame &frame)
{
    if (frame.image.isValid())
        return profile.text(profile.image(frame.image).codeFile);
    if (!frame.function.isValid())
        return {};
    const auto package = profile.function(frame.function).package;
    return package.isValid() ? profile.text(package) : std::string_view();
}

// "libc.so.6", "libc-2.31.so", "ld-linux-x86-64.so.2", "ld-musl-x86_64.so.1".
bool isCLibrary(std::string_view path)
{
    const auto name = path.substr(path.rfind('/') + 1);
    constexpr std::array<std::string_view, 6> beginnings{"libc.so", "libc-2.",     "libpthread.so",
                                                         "ld-2.",   "libpthread-", "ld-linux"};
    return std::ranges::any_of(beginnings,
                               [name](std::string_view text) { return name.starts_with(text); })
        || name.starts_with("ld-musl");
}

bool isLoop(const Profile &profile, const Frame &frame)
{
    if (!frame.function.isValid())
        return false;
    const auto name = profile.function(frame.function).name;
    if (!name.isValid())
        return false;
    const auto text = profile.text(name);
    return text.starts_with("_PyEval_EvalFrameDefault") || text == "rb_vm_exec"
        || text == "execute_ex" || text.starts_with("JavaCalls::call_helper");
}

} // namespace

ScriptRole scriptRole(const Profile &profile, FrameIndex index)
{
    const Frame &frame = profile.frame(index);
    if (isScript(profile, frame))
        return ScriptRole::Script;
    const auto binary = binaryOf(profile, frame);
    if (isLoop(profile, frame))
        return ScriptRole::InterpreterLoop;
    if (isInterpreter(binary))
        return ScriptRole::Interpreter;
    return isCLibrary(binary) ? ScriptRole::CLibrary : ScriptRole::Other;
}

void ScriptRoles::lookForScripts(const Profile &profile)
{
    const auto &frames = profile.tables().frames;
    while (!m_haveScripts && m_searched < frames.size()) {
        for (const Frame &frame : frames.run(m_searched)) {
            m_haveScripts |= isScript(profile, frame);
            ++m_searched;
        }
    }
}

void ScriptRoles::update(const Profile &profile)
{
    lookForScripts(profile);
    if (!m_haveScripts)
        return;
    const auto &frames = profile.tables().frames;
    while (m_roles.size() < frames.size())
        m_roles.push_back(scriptRole(profile, FrameIndex(m_roles.size())));
}

} // namespace ember::model
