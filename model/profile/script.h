// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ember::model {

// A script that an interpreter runs. The texts live as long as the words of the command line.
struct Script {
    std::string_view interpreter; // "python", "node", …: without folder and version
    std::string_view file; // as it was written: "src/app.py"
};

// The script that a command line runs: "app.py" of "python3 -X dev app.py --port 1". nullopt if the
// program is no interpreter, or runs a module or code from the command line.
std::optional<Script> scriptIn(std::span<const std::string_view> command);

// What an interpreter runs in place of a script, with the option that says so: "-m http.server" of
// "python3 -u -m http.server 80"; code, too. "" if it runs a script, or the program is no
// interpreter.
std::string inPlaceOfScript(std::span<const std::string_view> command);

} // namespace ember::model
