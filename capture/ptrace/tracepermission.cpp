// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/ptrace/tracepermission.h"

#include "capture/procfs/procreader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace ember::capture {

namespace {

std::string scopeReason(TraceAim aim, const char *file)
{
    auto scope = readProcFile(file);
    if (!scope || scope->empty() || scope->front() == '0')
        return {};
    scope->resize(std::min(scope->find('\n'), scope->size()));
    std::string reason = std::string("; ") + file + " is " + *scope;
    if (*scope == "3")
        return reason + ": tracing is off until the machine is started again with another value";
    if (*scope == "2")
        return reason
            + ": only root (CAP_SYS_PTRACE) may trace; `sysctl kernel.yama.ptrace_scope=1`"
              " allows it for one's own children";
    if (aim == TraceAim::RunningProcess)
        return reason
            + ": only a program's own children may be traced; start it under the recorder, run the"
              " recorder as root, or allow it with `sysctl kernel.yama.ptrace_scope=0`";
    return reason;
}

// The kernel gives the /proc files of such a process to root.
bool hidesItsMemory(const TaskStatus &target)
{
    struct stat file { };
    const auto path = "/proc/" + std::to_string(target.id) + "/maps";
    return target.effectiveUser != 0 && stat(path.c_str(), &file) == 0 && file.st_uid == 0;
}

std::string userReason(const TaskStatus &target, const TaskStatus &own)
{
    if (own.effectiveUser == 0)
        return {};
    if (target.realUser != own.effectiveUser || target.effectiveUser != own.effectiveUser)
        return "; it belongs to another user (uid " + std::to_string(target.effectiveUser)
            + "): only root may trace it";
    if (hidesItsMemory(target))
        return "; it keeps its memory to itself (prctl PR_SET_DUMPABLE, or its file may not be"
               " read): only root may trace it";
    return {};
}

} // namespace

model::Error explainRefusal(Pid process, int systemError, TraceAim aim, const char *scopeFile)
{
    const auto pid = static_cast<pid_t>(process);
    if (systemError == ESRCH)
        return {model::ErrorCode::ProcessGone, std::to_string(pid), std::strerror(systemError)};
    std::string detail = std::string("ptrace: ") + std::strerror(systemError);
    const auto target = readStatus(pid);
    if (target && target->tracer != 0)
        detail += "; it is already traced by process " + std::to_string(target->tracer);
    const auto own = readStatus(getpid());
    if (own && own->seccomp == 2)
        detail += "; a seccomp filter is active (a container's default profile forbids ptrace: "
                  "allow it, or add SYS_PTRACE)";
    if (target && own)
        detail += userReason(*target, *own);
    detail += scopeReason(aim, scopeFile);
    return {model::ErrorCode::TraceNotPermitted, std::to_string(pid), std::move(detail)};
}

} // namespace ember::capture
