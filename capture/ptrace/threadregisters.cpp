// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/ptrace/threadregisters.h"

#include "capture/procfs/procreader.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <elf.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>

namespace ember::capture {

namespace {

// The kernel's private results of an interrupted call: ERESTARTSYS, ERESTARTNOINTR,
// ERESTARTNOHAND, ERESTART_RESTARTBLOCK (include/linux/errno.h, not exported).
constexpr std::int64_t firstRestart = -516;
constexpr std::int64_t lastRestart = -512;
constexpr std::int64_t restartUnlessHandler = -514;
constexpr std::int64_t restartRest = -516; // restarted by restart_syscall

bool isInSystemCall(const user_regs_struct &raw)
{
    return static_cast<std::int64_t>(raw.orig_rax) >= 0;
}

bool wasInterrupted(const user_regs_struct &raw)
{
    const auto result = static_cast<std::int64_t>(raw.rax);
    return isInSystemCall(raw)
        && ((result >= firstRestart && result <= lastRestart) || result == -EINTR);
}

model::SystemCall callOf(const user_regs_struct &raw)
{
    return isInSystemCall(raw) ? static_cast<model::SystemCall>(raw.orig_rax) : model::noSystemCall;
}

Registers toRegisters(const user_regs_struct &raw)
{
    Registers registers;
    registers.pc = raw.rip;
    registers.sp = raw.rsp;
    registers.fp = raw.rbp;
    registers.rbx = raw.rbx;
    registers.r12 = raw.r12;
    registers.r13 = raw.r13;
    registers.r14 = raw.r14;
    registers.r15 = raw.r15;
    registers.rax = raw.rax;
    registers.rdi = raw.rdi;
    registers.r10 = raw.r10;
    registers.r11 = raw.r11;
    return registers;
}

bool filtersCalls(pid_t thread)
{
    const auto status = readThreadStatus(thread, thread);
    return status && status->filtersCalls();
}

bool isToBeMended(pid_t thread, const user_regs_struct &raw)
{
    const auto result = static_cast<std::int64_t>(raw.rax);
    if (result == restartRest)
        return filtersCalls(thread);
    return result == -EINTR && needsRestart(raw.orig_rax);
}

// The register set to read: ptrace takes its number in a pointer.
void *registerSet()
{
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    return reinterpret_cast<void *>(std::uintptr_t(NT_PRSTATUS));
}

} // namespace

// The calls that signal(7) lists in "Interruption of system calls … by stop signals". The socket
// calls fail so only with a timeout (SO_RCVTIMEO, SO_SNDTIMEO); they are listed under all their
// names, with the calls that move bytes of files or pipes through a socket. io_getevents is added,
// which signal(7) leaves out. A call that returns EINTR has done nothing yet.
bool needsRestart(unsigned long long call)
{
    static constexpr std::array<unsigned long long, 25> calls{
        SYS_epoll_wait,      SYS_epoll_pwait,  SYS_epoll_pwait2,   SYS_semop,    SYS_semtimedop,
        SYS_rt_sigtimedwait, SYS_io_getevents, SYS_io_uring_enter, SYS_recvfrom, SYS_recvmsg,
        SYS_recvmmsg,        SYS_read,         SYS_readv,          SYS_sendto,   SYS_sendmsg,
        SYS_write,           SYS_writev,       SYS_accept,         SYS_accept4,  SYS_connect,
        SYS_sendmmsg,        SYS_splice,       SYS_sendfile,       SYS_preadv2,  SYS_pwritev2,
    };
    return std::ranges::find(calls, call) != calls.end();
}

std::optional<ThreadPosition> readRegisters(pid_t thread, StopCause cause)
{
    user_regs_struct raw{};
    iovec area{&raw, sizeof raw};
    if (ptrace(PTRACE_GETREGSET, thread, registerSet(), &area) != 0)
        return std::nullopt;
    ThreadPosition position{toRegisters(raw), wasInterrupted(raw), callOf(raw), raw.fs_base};
    if (cause == StopCause::Ours && position.blocked && isToBeMended(thread, raw)) {
        raw.rax = static_cast<unsigned long long>(restartUnlessHandler);
        area = {&raw, sizeof raw};
        // fails only if the thread was killed
        ptrace(PTRACE_SETREGSET, thread, registerSet(), &area);
    }
    return position;
}

} // namespace ember::capture
