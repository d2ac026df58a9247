// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/ptrace/tracepermission.h"

#include "capture/procfs/binaryreader.h"
#include "capture/procfs/elfidentity.h"
#include "capture/procfs/procreader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <elf.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

constexpr pid_t kernelThreads = 2; // kthreadd, the parent of all of them

bool isKernelThread(const TaskStatus &status)
{
    return status.id == kernelThreads || status.parent == kernelThreads;
}

Result<void> checkArchitecture(pid_t pid)
{
    const auto program = "/proc/" + std::to_string(pid) + "/exe";
    const auto file = BinaryReader::open(program);
    if (!file) // if we may not read it, tracing will report why
        return {};
    const auto identity = readElfIdentity(*file);
    if (!identity || (identity->elfClass == ElfClass::Elf64 && identity->machine == EM_X86_64))
        return {};
    return Error{ErrorCode::UnsupportedArchitecture, std::to_string(pid),
                 "it is not a 64-bit program for this processor"};
}

constexpr pid_t firstProcess = 1;
constexpr auto *forbiddenFirst =
    "; nothing in /proc speaks against it: the first process of a machine or container is protected"
    " by what set it up (a security module, the sandbox around it)";
constexpr auto *forbidden =
    "; nothing in /proc speaks against it: a security module (SELinux, AppArmor, Landlock) or the"
    " sandbox around this machine forbids it";

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

// Whether the process hides its memory: the kernel then makes root the owner of its /proc files.
bool hidesItsMemory(const TaskStatus &target)
{
    struct stat file { };
    const auto path = "/proc/" + std::to_string(target.id) + "/maps";
    return target.effectiveUser != 0 && stat(path.c_str(), &file) == 0 && file.st_uid == 0;
}

constexpr std::uint64_t mayTraceAll = std::uint64_t(1) << 19U; // CAP_SYS_PTRACE

// A process with more rights than ours may not be traced (ptrace(2), "Ptrace access mode
// checking"). The kernel compares permitted capabilities for this, not effective ones.
std::string rightsReason(const TaskStatus &target, const TaskStatus &own)
{
    const auto more = target.permittedCapabilities & ~own.permittedCapabilities;
    if (more == 0 || (own.effectiveCapabilities & mayTraceAll) != 0)
        return {};
    return "; it has capabilities that the recorder has not: only root (CAP_SYS_PTRACE) may trace"
           " it";
}

std::string tracerReason(const TaskStatus &target)
{
    if (target.tracer == 0)
        return {};
    const auto tracer = readStatus(target.tracer); // the thread that traces
    return "; it is already traced by process "
        + (tracer ? std::to_string(tracer->process) + " (" + tracer->name + ")"
                  : std::to_string(target.tracer))
        + ", and a process has one tracer at a time: end that first";
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
    return rightsReason(target, own);
}

} // namespace

Result<void> checkAttachable(Pid process)
{
    const auto pid = static_cast<pid_t>(process);
    const auto subject = std::to_string(pid);
    const auto status = readStatus(pid);
    if (!status)
        return Error{ErrorCode::ProcessGone, subject, "there is no such process"};
    if (status->process != pid)
        return Error{ErrorCode::InvalidArgument, subject,
                     "it is a thread of process " + std::to_string(status->process)};
    if (pid == getpid())
        return Error{ErrorCode::InvalidArgument, subject, "it is this recorder itself"};
    if (isKernelThread(*status))
        return Error{ErrorCode::TraceNotPermitted, subject,
                     "it is a thread of the kernel: there is no program in it"};
    if (const auto stat = readStat(pid); stat && stat->state == 'Z' && stat->threads <= 1)
        return Error{ErrorCode::ProcessGone, subject,
                     "it has ended; its parent has not yet asked for its exit status"};
    const auto own = readStatus(getpid());
    if (const auto tracer = own ? readStatus(own->tracer) : own; tracer && tracer->process == pid)
        return Error{ErrorCode::TraceNotPermitted, subject, "it traces this recorder"};
    return checkArchitecture(pid);
}

model::Error explainRefusal(Pid process, int systemError, TraceAim aim, const char *scopeFile)
{
    const auto pid = static_cast<pid_t>(process);
    if (systemError == ESRCH)
        return {model::ErrorCode::ProcessGone, std::to_string(pid), std::strerror(systemError)};
    std::string reasons;
    const auto target = readStatus(pid);
    if (target)
        reasons += tracerReason(*target);
    const auto own = readStatus(getpid());
    if (own && own->filtersCalls())
        reasons += "; a seccomp filter is active (a container's default profile forbids ptrace: "
                   "allow it, or add SYS_PTRACE)";
    if (target && own)
        reasons += userReason(*target, *own);
    reasons += scopeReason(aim, scopeFile);
    const bool isForbidden = systemError == EPERM || systemError == EACCES;
    if (reasons.empty() && isForbidden)
        reasons = pid == firstProcess ? forbiddenFirst : forbidden;
    return {model::ErrorCode::TraceNotPermitted, std::to_string(pid),
            std::string("ptrace: ") + std::strerror(systemError) + reasons};
}

} // namespace ember::capture
