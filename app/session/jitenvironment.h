// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace ember::app {

// Whether the command inherits this process's environment (local) or not (another machine).
enum class OwnVariables { Inherited, Unknown };

// Variables, NAME=VALUE, with which node, Python ≥ 3.12 and Java ≥ 17 write the names of the code
// they make at run time to /tmp/perf-PID.map. Options that the command's own environment, or else
// ours where the command inherits it, has in such a variable are kept in front.
//
// NODE_OPTIONS       --perf-basic-prof; V8 writes as it compiles
// PYTHONPERFSUPPORT  1; as it compiles
// JAVA_TOOL_OPTIONS  -XX:+DumpPerfMapAtExit, a diagnostic option; at the end only, so that names
//                    are not there while it runs. -XX:+PreserveFramePointer, without which no stack
//                    leads through compiled code. Virtual machines ignore what they do not know.
QStringList jitEnvironment(const QStringList &commandEnvironment,
                           OwnVariables own = OwnVariables::Inherited);

} // namespace ember::app
