// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model {

// A script that an interpreter runs. The texts live as long as the words of the command line.
struct Script {
    std::string_view interpreter; // "python", "node", …: without folder and version
    std::string_view file; // as it was written: "src/app.py"
};

// The script that a command line runs: "app.py" of "python3 -X dev app.py --port 1". nullopt if the
// program is no interpreter, or runs a module or code from the command line.
std::optional<Script> scriptIn(std::span<const std::string_view> command);

// Returns what an interpreter runs in place of a script, with the option before it: "-m
// http.server" of "python3 -u -m http.server 80", or code. "" if it runs a script, or the program
// is no interpreter.
std::string inPlaceOfScript(std::span<const std::string_view> command);

// The functions below judge paths of scripts as runtimes give them. Platforms are Sentry's names:
// "python", "node", "java".

// Whether frames of a platform are functions of a script, not native ones.
bool isScriptPlatform(std::string_view platform);
// Whether a frame is of a script's function.
bool isScript(const Profile &profile, const Frame &frame);

// Whether what a runtime gives as a script's file is no file's name: "<string>", "<frozen
// importlib._bootstrap>", "[eval]", "node:fs", "wasm://…".
bool isScriptWithoutFile(std::string_view file);

// Whether a platform's files are paths. Java has names without a folder: "Thread.java".
bool hasScriptPaths(std::string_view platform);

// Sentry's `filename` of a frame, as the SDK of the platform writes it: for Python the base name of
// the path if the module has no dot, else the path from the folder of the top package on
// ("urllib3/connection.py"); for others the path.
std::string scriptFileName(std::string_view platform, std::string_view path,
                           std::string_view module);

// Whether a script belongs to the language or to an installed package, and not to the user. Java is
// judged by `module`, the class: whether it is in a package of the JDK. Python, Node, Ruby and PHP
// are judged by `path`: site-packages, node_modules, gems, vendor, … False for other platforms.
bool isScriptOfLibrary(std::string_view platform, std::string_view path, std::string_view module);

// A function of a script as its runtime names it.
struct ScriptName {
    std::string_view name; // "": none
    std::string_view module;
    std::string_view file;
    std::uint32_t line = 0; // the function's first line; 0: not known
};

// The name to show for a function of a script: of Java with its class, "Cart.total"; of a function
// without a name its place, "shop.js:12 (anonymous)". "" if nothing is known of it.
std::string scriptFunctionName(std::string_view platform, const ScriptName &function);

// The part that a frame plays in a program that runs scripts.
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

// Keeps the roles of the frames of a growing profile. Costs next to nothing while it has no
// scripts.
class ScriptRoles {
public:
    void update(const Profile &profile);

    bool haveScripts() const { return m_haveScripts; }

    // Call only if haveScripts().
    ScriptRole operator[](FrameIndex frame) const { return m_roles[frame.row()]; }

private:
    void lookForScripts(const Profile &profile);

    bool m_haveScripts = false;
    std::size_t m_searched = 0; // frames searched for scripts
    std::vector<ScriptRole> m_roles; // by frame
};

constexpr bool isOfInterpreter(ScriptRole role)
{
    return role == ScriptRole::Interpreter || role == ScriptRole::InterpreterLoop;
}

} // namespace ember::model
