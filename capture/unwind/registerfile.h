// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/unwind/unwinder.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ember::capture {

// Register numbers as DWARF has them on x86-64 (System V ABI, figure 3.36).
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

// The registers whose place in a frame is tracked: what a caller finds again after a call, and the
// return address. Rows of unwind tables store them in this order.
constexpr std::array trackedRegisters{
    Register::ReturnAddress, Register::Rbp, Register::Rbx, Register::R12,
    Register::R13,           Register::R14, Register::R15};
constexpr std::size_t trackedReturnAddress = 0;

constexpr std::uint32_t registerBit(Register number)
{
    return std::uint32_t(1) << std::size_t(number);
}

constexpr std::uint32_t registersKeptOverCalls = [] {
    std::uint32_t mask = registerBit(Register::Rsp);
    for (const Register number : trackedRegisters)
        mask |= registerBit(number);
    return mask;
}();

// Which of the registers of a frame are known, and their values. A register is not known because
// it was lost on the way up (calls keep some only), or because nobody told it of the leaf; then it
// is untold.
class RegisterFile {
public:
    RegisterFile() = default;

    explicit RegisterFile(const Registers &leaf)
    {
        set(Register::ReturnAddress, leaf.pc);
        set(Register::Rsp, leaf.sp);
        set(Register::Rdi, leaf.rdi);
        set(Register::R10, leaf.r10);
        if (leaf.told != ToldRegisters::All) {
            m_untold = ~m_known;
            return;
        }
        set(Register::Rbp, leaf.fp);
        set(Register::Rbx, leaf.rbx);
        set(Register::R12, leaf.r12);
        set(Register::R13, leaf.r13);
        set(Register::R14, leaf.r14);
        set(Register::R15, leaf.r15);
        set(Register::Rax, leaf.rax);
        set(Register::R11, leaf.r11);
    }

    bool knows(Register number) const { return (m_known & bit(number)) != 0; }

    std::uint64_t operator[](Register number) const { return m_values[std::size_t(number)]; }

    void set(Register number, std::uint64_t value)
    {
        m_values[std::size_t(number)] = value;
        m_known |= bit(number);
        m_untold &= ~bit(number);
    }

    // While something is untold, what cannot be read may have depended on it.
    void lose(Register number)
    {
        m_known &= ~bit(number);
        if (m_untold != 0)
            m_untold |= bit(number);
    }

    bool isUntold(Register number) const { return (m_untold & bit(number)) != 0; }

    bool hasUntold() const { return m_untold != 0; }

    // A call keeps the callee-saved registers only.
    void forgetScratch() { keep(registersKeptOverCalls); }

    // Code without unwind information may have saved the others anywhere.
    void forgetAllButFrame()
    {
        keep(bit(Register::Rsp) | bit(Register::Rbp) | bit(Register::ReturnAddress));
    }

private:
    static constexpr std::uint32_t bit(Register number) { return registerBit(number); }

    void keep(std::uint32_t registers)
    {
        m_known &= registers;
        m_untold &= registers;
    }

    std::array<std::uint64_t, registerCount> m_values{};
    std::uint32_t m_known = 0;
    std::uint32_t m_untold = 0;
};

} // namespace ember::capture
