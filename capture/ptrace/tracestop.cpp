// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/ptrace/tracestop.h"

#include "capture/procfs/procreader.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <elf.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>

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
    registers.rcx = raw.rcx;
    registers.rdx = raw.rdx;
    registers.rsi = raw.rsi;
    registers.r8 = raw.r8;
    registers.r9 = raw.r9;
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

namespace {

// Converts a number to the pointer that ptrace's prototype has in its place.
void *asData(std::uintptr_t number)
{
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    return reinterpret_cast<void *>(number);
}

std::uintptr_t optionsFor(FollowChildren follow, Births births)
{
    std::uintptr_t options = PTRACE_O_TRACEEXEC;
    if (births == Births::Traced)
        options |= PTRACE_O_TRACECLONE;
    if (follow == FollowChildren::Yes)
        options |= PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK;
    return options;
}

// Whether a signal is job control whatever the process does with it: SIGSTOP cannot be ignored, nor
// can the effect of SIGCONT. A stop signal interrupts calls in any case, and SIGCONT continues a
// stopped thread.
bool isAlwaysOfJobControl(int signal)
{
    return signal == SIGSTOP || signal == SIGCONT;
}

} // namespace

bool seizeThread(pid_t thread, FollowChildren follow)
{
    return ptrace(PTRACE_SEIZE, thread, nullptr, asData(optionsFor(follow, Births::Traced))) == 0;
}

void traceBirths(pid_t thread, FollowChildren follow, Births births)
{
    ptrace(PTRACE_SETOPTIONS, thread, nullptr, asData(optionsFor(follow, births)));
}

bool interruptThread(pid_t thread)
{
    return ptrace(PTRACE_INTERRUPT, thread, nullptr, nullptr) == 0;
}

void restartThread(pid_t thread, Restart restart, int signal)
{
    const auto request = restart == Restart::Listen ? PTRACE_LISTEN : PTRACE_CONT;
    ptrace(request, thread, nullptr, asData(static_cast<std::uintptr_t>(signal)));
}

void releaseThread(pid_t thread)
{
    ptrace(PTRACE_DETACH, thread, nullptr, nullptr);
}

std::optional<pid_t> bornThread(pid_t creator)
{
    unsigned long message = 0;
    if (ptrace(PTRACE_GETEVENTMSG, creator, nullptr, &message) != 0)
        return std::nullopt;
    return static_cast<pid_t>(message);
}

std::optional<siginfo_t> stopSignalInfo(pid_t thread)
{
    siginfo_t info{};
    if (ptrace(PTRACE_GETSIGINFO, thread, nullptr, &info) != 0)
        return std::nullopt;
    return info;
}

TraceStop::TraceStop(int status) : m_event(status >> 16), m_signal(WSTOPSIG(status)) { }

bool TraceStop::isExec() const
{
    return m_event == PTRACE_EVENT_EXEC;
}

bool TraceStop::isClone() const
{
    return m_event == PTRACE_EVENT_CLONE;
}

bool TraceStop::isBirth() const
{
    return isClone() || m_event == PTRACE_EVENT_FORK || m_event == PTRACE_EVENT_VFORK;
}

bool TraceStop::isGroupStop() const
{
    return m_event == PTRACE_EVENT_STOP && m_signal != SIGTRAP;
}

bool TraceStop::mayHalt() const
{
    return isSignal() && (m_signal == SIGTSTP || m_signal == SIGTTIN || m_signal == SIGTTOU);
}

StopCause TraceStop::cause(Restart previous, bool isIgnored) const
{
    if (isSignal()) {
        const bool isItsOwn = isAlwaysOfJobControl(m_signal) || (mayHalt() && !isIgnored);
        return isItsOwn ? StopCause::ItsOwn : StopCause::Ours;
    }
    // A plain stop is our request, or comes from a SIGCONT: if that ended a group stop, the calls
    // had been interrupted by that stop.
    const bool isPlain = m_event == PTRACE_EVENT_STOP && !isGroupStop();
    return isPlain && previous != Restart::Listen ? StopCause::Ours : StopCause::ItsOwn;
}

} // namespace ember::capture
