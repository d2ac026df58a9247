// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/ptrace/attachcheck.h"

#include "capture/procfs/binaryreader.h"
#include "capture/procfs/elfidentity.h"
#include "capture/procfs/procreader.h"

#include <elf.h>
#include <string>
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
    if (!file) // without the right to read it, tracing says why
        return {};
    const auto identity = readElfIdentity(*file);
    if (!identity || (identity->elfClass == ElfClass::Elf64 && identity->machine == EM_X86_64))
        return {};
    return Error{ErrorCode::UnsupportedArchitecture, std::to_string(pid),
                 "it is not a 64-bit program for this processor"};
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

} // namespace ember::capture
