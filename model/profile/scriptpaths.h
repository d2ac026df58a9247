// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ember::model {

// Paths of scripts as runtimes give them. Platforms are Sentry's names: "python", "node", "java".

// Whether frames of a platform are functions of a script, not native ones.
bool isScriptPlatform(std::string_view platform);

// Whether the name of a script's file is none of a file: "<string>", "<frozen
// importlib._bootstrap>", "[eval]", "node:fs", "wasm://…".
bool isScriptWithoutFile(std::string_view file);

// Whether a platform's files are paths. Java has names without a folder: "Thread.java".
bool hasScriptPaths(std::string_view platform);

// Sentry's `filename` of a frame, as the SDK of the platform writes it: for Python the base name of
// the path if the module has no dot, else the path from the folder of the top package on
// ("urllib3/connection.py"); for others the path.
std::string scriptFileName(std::string_view platform, std::string_view path,
                           std::string_view module);

// Whether a script belongs to the language or to an installed package, and not to the user: of
// Python what lies in site-packages, dist-packages or the standard library, of Node its own modules
// and node_modules, of Java by `module`, the class, what is in a package of the JDK.
bool isScriptOfLibrary(std::string_view platform, std::string_view path, std::string_view module);

// A function of a script as its runtime names it.
struct ScriptName {
    std::string_view name; // "": none
    std::string_view module;
    std::string_view file;
    std::uint32_t line = 0; // its first one; 0: not known
};

// The name to show for a function of a script: of Java with its class, "Cart.total"; of a function
// without a name its place, "shop.js:12 (anonymous)". "" if nothing is known of it.
std::string scriptFunctionName(std::string_view platform, const ScriptName &function);

} // namespace ember::model
