// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unwind/tracedprocess.h"

#include "capture/procfs/procreader.h"

#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <poll.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ember::tests {

namespace {

[[noreturn]] void runCommand(const std::vector<std::string> &command, int output)
{
    std::vector<char *> arguments;
    for (const auto &argument : command)
        arguments.push_back(const_cast<char *>(argument.c_str()));
    arguments.push_back(nullptr);
    ::dup2(output, STDOUT_FILENO);
    ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    ::execvp(arguments.front(), arguments.data());
    ::_exit(127);
}

} // namespace

capture::Registers asInBlockedCall(const capture::Registers &registers)
{
    constexpr std::uint64_t spoilt = 0xdeadbeefdeadbee8;
    return {.pc = registers.pc,
            .sp = registers.sp,
            .fp = spoilt,
            .rbx = spoilt,
            .r12 = spoilt,
            .r13 = spoilt,
            .r14 = spoilt,
            .r15 = spoilt,
            .rax = spoilt,
            .rdi = registers.rdi,
            .r10 = registers.r10,
            .r11 = spoilt,
            .told = capture::AvailableRegisters::OfBlockedCall};
}

TracedProcess::TracedProcess(const std::vector<std::string> &command)
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return;
    const pid_t child = ::fork();
    if (child == 0)
        runCommand(command, ends[1]);
    ::close(ends[1]);
    m_output = ends[0];
    int status = 0;
    if (child > 0 && ::waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
        m_process = child;
        m_seen.insert(child);
        request(PTRACE_SETOPTIONS, child, PTRACE_O_EXITKILL);
    }
}

TracedProcess::~TracedProcess()
{
    if (m_output >= 0)
        ::close(m_output);
    if (m_process <= 0)
        return;
    for (const pid_t traced : m_seen)
        ::kill(traced, SIGKILL);
    while (::waitpid(-1, nullptr, __WALL) > 0) { }
}

bool TracedProcess::resume()
{
    return request(PTRACE_CONT, m_process);
}

// Its signals are passed on meanwhile: Go's runtime interrupts threads that work for long.
bool TracedProcess::waitUntilReady()
{
    pollfd output{m_output, POLLIN, 0};
    while (::poll(&output, 1, 5) == 0) {
        int status = 0;
        if (::waitpid(m_process, &status, __WALL | WNOHANG) != m_process)
            continue;
        if (!WIFSTOPPED(status)) {
            m_process = 0;
            return false;
        }
        passSignal(WSTOPSIG(status));
    }
    char byte = 0;
    return ::read(m_output, &byte, 1) == 1;
}

// Other stops come first: exec by a script's interpreter, signals.
bool TracedProcess::stop()
{
    ::syscall(SYS_tgkill, m_process, m_process, SIGSTOP);
    int status = 0;
    while (::waitpid(m_process, &status, __WALL) == m_process && WIFSTOPPED(status)) {
        const int signal = WSTOPSIG(status);
        if (signal == SIGSTOP)
            return true;
        passSignal(signal);
    }
    m_process = 0;
    return false;
}

bool TracedProcess::passSignal(int signal)
{
    return request(PTRACE_CONT, m_process, signal == SIGTRAP ? 0 : signal);
}

pid_t TracedProcess::nextEvent()
{
    int status = 0;
    pid_t thread = 0;
    while ((thread = ::waitpid(-1, &status, __WALL)) > 0) {
        m_seen.insert(thread);
        if (WIFSTOPPED(status))
            return thread;
    }
    m_process = 0;
    return 0;
}

bool TracedProcess::request(int what, pid_t thread, long data)
{
    return ::ptrace(static_cast<__ptrace_request>(what), thread, nullptr, data) == 0;
}

ThreadCapture TracedProcess::capture(pid_t thread) const
{
    user_regs_struct raw{};
    ThreadCapture capture;
    capture.thread = thread;
    if (::ptrace(PTRACE_GETREGS, thread, nullptr, &raw) != 0)
        return capture;
    capture.registers = {.pc = raw.rip,
                         .sp = raw.rsp,
                         .fp = raw.rbp,
                         .rbx = raw.rbx,
                         .r12 = raw.r12,
                         .r13 = raw.r13,
                         .r14 = raw.r14,
                         .r15 = raw.r15,
                         .rax = raw.rax,
                         .rdi = raw.rdi,
                         .r10 = raw.r10,
                         .r11 = raw.r11,
                         .rcx = raw.rcx,
                         .rdx = raw.rdx,
                         .rsi = raw.rsi,
                         .r8 = raw.r8,
                         .r9 = raw.r9};
    capture.threadPointer = raw.fs_base;
    const auto mappings = capture::readMaps(thread);
    const auto *const mapping = mappings ? findMapping(*mappings, raw.rsp) : nullptr;
    if (mapping) {
        capture.stack.resize(mapping->end - raw.rsp);
        capture.stack.resize(capture::readProcessMemory(thread, raw.rsp, capture.stack));
    }
    return capture;
}

std::vector<capture::MappedImage> TracedProcess::images(pid_t thread)
{
    const auto mappings = capture::readMaps(thread);
    return mappings ? m_images.imagesFromMaps(thread, *mappings)
                    : std::vector<capture::MappedImage>();
}

} // namespace ember::tests
