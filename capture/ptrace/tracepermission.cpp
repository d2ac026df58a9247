// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/ptrace/tracepermission.h"

#include "capture/procfs/procreader.h"

#include <cstring>
#include <string>
#include <unistd.h>

namespace ember::capture {

namespace {

constexpr const char *scopePath = "/proc/sys/kernel/yama/ptrace_scope";

std::string scopeReason()
{
    auto scope = readProcFile(scopePath);
    if (!scope || scope->empty() || scope->front() == '0')
        return {};
    scope->resize(std::min(scope->find('\n'), scope->size()));
    std::string reason = std::string("; ") + scopePath + " is " + *scope;
    if (*scope == "3")
        return reason + ": tracing is off until the machine is started again with another value";
    if (*scope == "2")
        return reason
            + ": only root (CAP_SYS_PTRACE) may trace; `sysctl kernel.yama.ptrace_scope=1`"
              " allows it for one's own children";
    return reason;
}

} // namespace

model::Error explainRefusal(Pid process, int systemError)
{
    const auto pid = static_cast<pid_t>(process);
    std::string detail = std::string("ptrace: ") + std::strerror(systemError);
    const auto target = readStatus(pid);
    if (target && target->tracer != 0)
        detail += "; it is already traced by process " + std::to_string(target->tracer);
    const auto own = readStatus(getpid());
    if (own && own->seccomp == 2)
        detail += "; a seccomp filter is active (a container's default profile forbids ptrace: "
                  "allow it, or add SYS_PTRACE)";
    if (target && own && target->realUser != own->effectiveUser && own->effectiveUser != 0)
        detail += "; it belongs to another user";
    detail += scopeReason();
    return {model::ErrorCode::TraceNotPermitted, std::to_string(pid), std::move(detail)};
}

} // namespace ember::capture
