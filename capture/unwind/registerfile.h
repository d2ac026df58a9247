// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

// Selects the machine whose stacks are unwound: the one that this program is compiled for. A header
// for each machine has its Registers, its DWARF numbers (Register) and, in the namespace machine,
// all else that unwinding needs. EMBER_UNWIND_AARCH64 selects AArch64 on any machine, for tests.
#if defined(EMBER_UNWIND_AARCH64) || defined(__aarch64__)
#include "capture/unwind/aarch64.h"
#elif defined(__x86_64__)
#include "capture/unwind/x86_64.h"
#else
#error                                                                                             \
    "Stacks of this machine cannot be unwound yet: it needs a header like capture/unwind/x86_64.h"
#endif

namespace ember::capture {

// A bit per register.
using RegisterMask = std::conditional_t<(registerCount > 32), std::uint64_t, std::uint32_t>;

constexpr RegisterMask registerBit(Register number)
{
    return RegisterMask(1) << std::size_t(number);
}

constexpr RegisterMask registersKeptOverCalls = [] {
    RegisterMask mask = registerBit(machine::stackPointer);
    for (const Register number : trackedRegisters)
        mask |= registerBit(number);
    return mask;
}();

// Which of the registers of a frame are known, and their values. A register that was not read at
// the leaf is missing. Others that are not known were lost on the way up: calls preserve only some.
class RegisterFile {
public:
    RegisterFile() = default;

    explicit RegisterFile(const Registers &leaf)
    {
        const auto tell = [this](Register number, std::uint64_t value) { set(number, value); };
        machine::forEachOfBlockedCall(leaf, tell);
        if (leaf.told == AvailableRegisters::All)
            machine::forEachOther(leaf, tell);
        else
            m_missing = ~m_known;
    }

    bool knows(Register number) const { return (m_known & bit(number)) != 0; }

    std::uint64_t operator[](Register number) const { return m_values[std::size_t(number)]; }

    void set(Register number, std::uint64_t value)
    {
        m_values[std::size_t(number)] = value;
        m_known |= bit(number);
        m_missing &= ~bit(number);
    }

    // Drops a register that will not be asked for: it does not count as missing.
    void forget(Register number) { keep(~bit(number)); }

    // Drops a register that could not be read. While another register is missing, this one counts
    // as missing, too: with the other one it might have been found.
    void lose(Register number)
    {
        m_known &= ~bit(number);
        if (m_missing != 0)
            m_missing |= bit(number);
    }

    bool isMissing(Register number) const { return (m_missing & bit(number)) != 0; }

    bool hasMissing() const { return m_missing != 0; }

    // Keeps only the registers that calls preserve.
    void forgetScratch() { keep(registersKeptOverCalls); }

    // Drops all but the frame's registers: code without unwind information may have saved the
    // others anywhere.
    void forgetAllButFrame()
    {
        keep(bit(machine::stackPointer) | bit(machine::framePointer)
             | bit(machine::programCounter));
    }

private:
    static constexpr RegisterMask bit(Register number) { return registerBit(number); }

    void keep(RegisterMask registers)
    {
        m_known &= registers;
        m_missing &= registers;
    }

    std::array<std::uint64_t, registerCount> m_values{};
    RegisterMask m_known = 0;
    RegisterMask m_missing = 0;
};

} // namespace ember::capture
