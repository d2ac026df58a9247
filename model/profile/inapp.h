// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/frames.h"

#include <string>
#include <string_view>
#include <vector>

namespace ember::model {

// Returns the path of a binary without the mark that the kernel puts behind those of deleted files.
std::string_view withoutDeletedMark(std::string_view path);

// Whether the path of a binary is that of an interpreter, its launcher or its library:
// "python3.11", "libpython3.11.so.1.0", "libjvm.so"; not "pythonista".
bool isInterpreter(std::string_view path);

// Whether a source file belongs to a compiler, its library or to headers of the system: code of it
// that was compiled into the user's program is not the user's own, whatever the rules say of the
// program.
bool isSourceOfSystem(std::string_view file);

// Paths that the user has declared as their own or not. A prefix covers the path itself and what
// lies below it: "/opt/app" covers /opt/app/lib/x.so, not /opt/application.
struct InAppRules {
    std::vector<std::string> include; // checked first
    std::vector<std::string> exclude; // checked second; InAppRule decides the rest
};

// Decides whether code of native captures is the user's own. It is if its binary
// - is the program that was launched, wherever it lies, or
// - lies in no folder of the system.
// Functions of the system's sources in it are not (isSourceOfSystem()).
// Emberchart's own library in a recorded program (libemberchart-frames.so) is not the user's, and
// neither are interpreters and their libraries (python3.11, libjvm.so, bash, …), launched or not:
// the code that they run has frames of its own, or none.
// A deleted file ("/path (deleted)") is judged by its path. Anonymous files (memfd, /dev/zero, SysV
// shared memory) and memory without a name are not in-app.
class InAppRule {
public:
    InAppRule() = default;

    explicit InAppRule(InAppRules rules) : m_rules(std::move(rules)) { }

    // `executable` is the path of the process's own binary if that is what the user launched, else
    // "".
    InApp of(std::string_view codeFile, std::string_view executable) const;
    // Whether a script is the user's own code: by the rules' paths, else if it is none of a library
    // (isScriptOfLibrary()). `path` is that of its file.
    InApp ofScript(std::string_view platform, std::string_view path, std::string_view module) const;

private:
    InAppRules m_rules;
};

} // namespace ember::model
