// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/unwind/availableregisters.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace ember::capture {

// The registers that unwinding needs.
struct Registers {
    std::uint64_t pc = 0;
    std::uint64_t sp = 0;
    std::uint64_t fp = 0; // rbp
    // Further callee-saved registers: DWARF expressions and main() of -O0 programs may need them.
    std::uint64_t rbx = 0, r12 = 0, r13 = 0, r14 = 0, r15 = 0;
    // Known at the leaf only. Prologues that realign the stack and hand-written assembly keep the
    // frame's address in one of them for some instructions, vfork its return address; rax
    // distinguishes a new thread's first instructions from its creator's.
    std::uint64_t rax = 0, rdi = 0, r10 = 0, r11 = 0;
    // Known at the leaf only, and no unwinder needs them: interpreters keep their frames in them.
    std::uint64_t rcx = 0, rdx = 0, rsi = 0, r8 = 0, r9 = 0;
    AvailableRegisters told = AvailableRegisters::All;
};

// DWARF numbers (System V ABI for AMD64, figure 3.36).
enum class Register : std::uint8_t {
    Rax = 0,
    Rbx = 3,
    Rdi = 5,
    Rbp = 6,
    Rsp = 7,
    R10 = 10,
    R11 = 11,
    R12 = 12,
    R13 = 13,
    R14 = 14,
    R15 = 15,
    ReturnAddress = 16, // as a register of the frame itself: its pc
};

constexpr std::size_t registerCount = 17;

// The registers whose place in a frame is tracked: those that a call preserves, and the return
// address. Rows of unwind tables store them in this order.
inline constexpr std::array trackedRegisters{
    Register::ReturnAddress, Register::Rbp, Register::Rbx, Register::R12,
    Register::R13,           Register::R14, Register::R15};
constexpr std::size_t trackedReturnAddress = 0;

namespace machine {

constexpr std::uint16_t elfNumber = 62; // EM_X86_64

constexpr auto programCounter = Register::ReturnAddress;
constexpr auto returnAddress = Register::ReturnAddress;
constexpr auto stackPointer = Register::Rsp;
constexpr auto framePointer = Register::Rbp;
constexpr auto callResult = Register::Rax; // result of a system call

// Whether a call pushes the return address on the stack. If not, a call leaves it in a register.
constexpr bool pushesReturnAddress = true;
// Whether frame records ({frame pointer, return address}) lie right below the caller's frame.
constexpr bool recordEndsFrame = true;
// Whether entries of linkage tables push their number.
constexpr bool linkagePushes = true;
// End of user space, with five-level page tables too unless a program asks for more.
constexpr std::uint64_t highestAddress = std::uint64_t(1) << 47U;

// Returns the address in a saved return address: on this machine it is all of it.
constexpr std::uint64_t plainAddress(std::uint64_t saved)
{
    return saved;
}

// Returns how many bytes code pops from the stack before it returns, given the eight bytes of code
// at a return address; absent if they are not `add $n,%rsp; ret`. Trampolines generated at run
// time, such as CPython's, end so.
constexpr std::optional<std::uint64_t> roomGivenBack(std::uint64_t code)
{
    constexpr std::uint64_t isGivenBack = 0xc3'00'c4'83'48;
    constexpr std::uint64_t lowFiveBytes = 0xff'ff'ff'ff'ff;
    const std::uint64_t room = code >> 24U & 0xffU;
    const bool isWhole = room % sizeof(code) == 0 && room < 128; // larger ones are negative
    return (code & lowFiveBytes) == (isGivenBack | room << 24U) && isWhole ? std::optional(room)
                                                                           : std::nullopt;
}

// Returns how many bytes lie below the return address on the stack while such a trampoline (see
// roomGivenBack()) runs, given the next eight bytes of its code. Absent: the code is of no
// trampoline.
constexpr std::optional<std::uint64_t> roomBelowReturn(std::uint64_t code)
{
    constexpr std::uint64_t callOfRcx = 0xd1'ff;
    constexpr std::uint64_t takeRoom = 0xec'83'48;
    constexpr std::uint64_t ret = 0xc3;
    const bool isFirst = (code & 0xff'ff'ffU) == takeRoom && (code >> 32U & 0xffffU) == callOfRcx;
    if (isFirst || (code & 0xffU) == ret)
        return 0;
    return roomGivenBack((code & 0xffffU) == callOfRcx ? code >> 16U : code);
}

// Calls `tell(register, value)` for the registers that are known of a thread that sleeps in a
// system call.
template<typename Tell>
void forEachOfBlockedCall(const Registers &leaf, Tell tell)
{
    tell(Register::ReturnAddress, leaf.pc);
    tell(Register::Rsp, leaf.sp);
    tell(Register::Rdi, leaf.rdi); // first argument of the call
    tell(Register::R10, leaf.r10); // fourth argument of the call
}

// Calls `tell(register, value)` for the other registers that unwinding uses.
template<typename Tell>
void forEachOther(const Registers &leaf, Tell tell)
{
    tell(Register::Rbp, leaf.fp);
    tell(Register::Rbx, leaf.rbx);
    tell(Register::R12, leaf.r12);
    tell(Register::R13, leaf.r13);
    tell(Register::R14, leaf.r14);
    tell(Register::R15, leaf.r15);
    tell(Register::Rax, leaf.rax);
    tell(Register::R11, leaf.r11);
}

// The registers of the code that a signal interrupted, from where the kernel saved them. Not needed
// on this machine: its call frame information leads to the interrupted code itself.
template<typename Read>
std::optional<Registers> interruptedBySignal(std::uint64_t /*handlersFrame*/, Read /*read*/)
{
    return std::nullopt;
}

} // namespace machine
} // namespace ember::capture
