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
    std::uint64_t fp = 0; // x29
    std::uint64_t lr =
        0; // x30: the return address, until a function saves it for a call of its own
    std::array<std::uint64_t, 10> saved{}; // x19 to x28, which calls preserve
    std::uint64_t x0 = 0; // distinguishes a new thread's first instructions from its creator's
    AvailableRegisters told = AvailableRegisters::All;
};

// DWARF numbers (DWARF for the Arm 64-bit Architecture, 4.1); the number n of xn is Register(n).
enum class Register : std::uint8_t {
    X0 = 0,
    X19 = 19,
    X28 = 28,
    Fp = 29,
    Lr = 30,
    Sp = 31,
    Pc = 32,
};

constexpr std::size_t registerCount = 33;

// The registers whose place in a frame is tracked: those that a call preserves, and the return
// address. Rows of unwind tables store them in this order.
inline constexpr std::array trackedRegisters{
    Register::Lr, Register::Fp, Register::X19, Register(20), Register(21), Register(22),
    Register(23), Register(24), Register(25),  Register(26), Register(27), Register::X28};
constexpr std::size_t trackedReturnAddress = 0;

namespace machine {

constexpr std::uint16_t elfNumber = 183; // EM_AARCH64

constexpr auto programCounter = Register::Pc;
constexpr auto returnAddress = Register::Lr;
constexpr auto stackPointer = Register::Sp;
constexpr auto framePointer = Register::Fp;
constexpr auto callResult = Register::X0; // result of a system call

// Whether a call pushes the return address on the stack. If not, a call leaves it in a register.
constexpr bool pushesReturnAddress = false;
// Whether frame records ({frame pointer, return address}) lie right below the caller's frame. On
// this machine they may be anywhere in their own, mostly at its lower end (AAPCS64, 6.4.6).
constexpr bool recordEndsFrame = false;
// Whether entries of linkage tables push their number.
constexpr bool linkagePushes = false;
// End of user space; programs get 52 bits only if they ask for them.
constexpr std::uint64_t highestAddress = std::uint64_t(1) << 48U;

// Returns the address in a saved return address. The bits above it may be a signature (pointer
// authentication). They are removed without knowing whether the function signs its return address
// (DW_CFA_AARCH64_negate_ra_state).
constexpr std::uint64_t plainAddress(std::uint64_t saved)
{
    return saved & (highestAddress - 1);
}

// How many bytes the code at a return address pops from the stack right before it returns itself.
// Unknown on this machine: code generated at run time has frame records there.
constexpr std::optional<std::uint64_t> roomGivenBack(std::uint64_t /*code*/)
{
    return std::nullopt;
}

constexpr std::optional<std::uint64_t> roomBelowReturn(std::uint64_t code)
{
    return roomGivenBack(code);
}

// Calls `tell(register, value)` for the registers that are known of a thread that sleeps in a
// system call.
template<typename Tell>
void forEachOfBlockedCall(const Registers &leaf, Tell tell)
{
    tell(Register::Pc, leaf.pc);
    tell(Register::Sp, leaf.sp);
}

// Calls `tell(register, value)` for the other registers that unwinding uses.
template<typename Tell>
void forEachOther(const Registers &leaf, Tell tell)
{
    tell(Register::Fp, leaf.fp);
    tell(Register::Lr, leaf.lr);
    tell(Register::X0, leaf.x0);
    for (std::size_t i = 0; i < leaf.saved.size(); ++i)
        tell(Register(std::size_t(Register::X19) + i), leaf.saved[i]);
}

// The registers of the code that a signal interrupted, from where the kernel saved them. Needed
// because the call frame information leads past that code, to its caller. struct rt_sigframe begins
// with a siginfo of 128 bytes and a ucontext, whose sigcontext follows 176 bytes and has, after the
// fault address, x0 to x30, sp and pc. `read(address, word)` reads memory.
template<typename Read>
std::optional<Registers> interruptedBySignal(std::uint64_t handlersFrame, Read read)
{
    const std::uint64_t x0 = handlersFrame + 128 + 176 + 8;
    const auto take = [&](std::size_t number, std::uint64_t &value) {
        return read(x0 + number * sizeof(value), value);
    };
    Registers registers;
    bool isWhole = take(0, registers.x0) && take(29, registers.fp) && take(30, registers.lr)
        && take(31, registers.sp) && take(32, registers.pc);
    for (std::size_t i = 0; i < registers.saved.size(); ++i)
        isWhole = isWhole && take(std::size_t(Register::X19) + i, registers.saved[i]);
    return isWhole ? std::optional(registers) : std::nullopt;
}

} // namespace machine
} // namespace ember::capture
