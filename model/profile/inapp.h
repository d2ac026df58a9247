// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/frames.h"

#include <string>
#include <string_view>
#include <vector>

namespace ember::model {

// Paths a user calls their own or not their own. A prefix covers the path itself and what lies
// below it: "/opt/app" covers /opt/app/lib/x.so, not /opt/application.
struct InAppRules {
    std::vector<std::string> include; // these first
    std::vector<std::string> exclude; // then these; then the rule below
};

// Whether code of native captures is the user's own. It is if its binary
// - is the program that was launched, wherever it lies, or
// - lies outside the system's folders: /lib*, /usr except /usr/local, /bin, /sbin, and the kernel's
//   own images ([vdso], [vsyscall]).
// Interpreters and their libraries (python3.11, libjvm.so, bash, …) are nobody's own, launched or
// not: what the user wrote has frames of its own, or none.
// A deleted file ("/path (deleted)") is judged by its path; anonymous files (memfd, /dev/zero,
// SysV shared memory) and nameless memory belong to nobody: No.
class InAppRule {
public:
    InAppRule() = default;

    explicit InAppRule(InAppRules rules) : m_rules(std::move(rules)) { }

    // `executable` is the path of the process's own binary if that is what the user launched, else
    // "".
    InApp of(std::string_view codeFile, std::string_view executable) const;

private:
    InAppRules m_rules;
};

} // namespace ember::model
