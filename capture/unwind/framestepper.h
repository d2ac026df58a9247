// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/unwind/codewalk.h"
#include "capture/unwind/registerfile.h"
#include "capture/unwind/stackmemory.h"
#include "capture/unwind/tablecache.h"
#include "capture/unwind/unwinder.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ember::capture {

// Holds one frame of a stack and steps to its caller.
class FrameStepper {
public:
    FrameStepper(ImageTable &images, CodeWalk &walk, UnwindMode mode, StackMemory &memory,
                 const Registers &leaf, const GoroutineStack &goroutine);

    // Steps to the caller and returns how it was found; absent at the end of the stack.
    std::optional<model::UnwindMethod> step();

    std::uint64_t pc() const { return m_registers[machine::programCounter]; }

    // Call after step() found no caller: true if the frame is the root, which has none.
    bool isAtRoot() const { return m_isAtRoot; }

    // Call after step() found no caller: true if a caller could be found only by a register that is
    // not known.
    bool needsMissingRegister() const { return m_needsMissing; }

    std::uint64_t unknownPc() const { return m_unknownPc; }

    std::uint32_t goroutineOffset() const { return m_goroutineOffset; }

private:
    bool wasPutThere();
    std::optional<model::UnwindMethod> findCaller(const FoundRule &found);
    std::optional<model::UnwindMethod> stepByRule(const FoundRule &found);
    std::optional<std::uint64_t> frameAddress(const FoundRule &found);
    bool restoreRegisters(const FoundRule &found, std::uint64_t frameAddress);
    bool restoreFromFrame(const SavedRegisters &saved, const std::byte *frameEnd,
                          std::uint64_t frameAddress);
    bool readSaved(const FoundRule &found, const SavedRegister &saved, std::uint64_t frameAddress,
                   std::uint64_t &value);
    bool readElsewhere(const FoundRule &found, const SavedRegister &saved,
                       std::uint64_t frameAddress, std::uint64_t &value);
    std::optional<std::uint64_t> leftInRegister(const SavedRegisters &saved) const;
    void enterCaller(std::uint64_t returnAddress, std::uint64_t stackPointer);
    bool isProgress(std::uint64_t frameAddress);

    std::optional<model::UnwindMethod> stepOutOfHandler();
    std::optional<model::UnwindMethod> afterSignal(std::uint64_t handlersFrame,
                                                   std::uint64_t frameAddress);
    bool isKeptElsewhere(const CfaRule &rule, std::uint64_t address) const;
    bool isBehindSwitch(const FoundRule &found) const;
    std::optional<model::UnwindMethod> stepOutOfSwitch(const FoundRule &found);
    std::optional<model::UnwindMethod> stepToWhereLeft();
    bool mayBeOfGoroutine(std::uint64_t frame) const;
    std::optional<model::UnwindMethod> stepOutOfFramelessSwitch(std::uint64_t frame);
    std::optional<model::UnwindMethod> stepOutOfGrowth(std::int32_t goroutineOffset);
    std::optional<std::uint64_t> behindSwitch(std::uint64_t place);
    void enterGoroutine(std::uint64_t returnAddress, std::uint64_t place);
    bool callsSwitchOfStacks(std::uint64_t returnAddress);
    std::optional<model::UnwindMethod> stepByCode();
    std::optional<model::UnwindMethod> stepByWalk(bool isOfFile);
    bool returnsBehindCall(std::uint64_t address);
    std::optional<std::uint64_t> addressOf(const CodePlace &place) const;
    std::optional<std::uint64_t> returnAddressOf(const WayBack &way);
    void restoreRegisters(const WayBack &way);
    std::optional<model::UnwindMethod> stepByFramePointer();
    std::optional<model::UnwindMethod> stepOutOfBadCall();
    bool isPlausibleReturn(std::uint64_t address, std::uint64_t nextFramePointer);

    ImageTable &m_images;
    CodeWalk &m_walk;
    const UnwindMode m_mode;
    StackMemory &m_memory;
    RegisterFile m_registers;
    GoroutineStack m_goroutine; // leftAt is 0 once the steps have gone to that place
    bool m_isExact = true; // pc is the instruction itself, not the one after a call
    bool m_isLeaf = true;
    bool m_isAtRoot = false;
    bool m_needsMissing = false;
    int m_stackSwitches = 0;
    int m_walks = 0; // number of walks through code generated at run time
    std::uint64_t m_unknownPc = 0;
    std::uint32_t m_goroutineOffset = 0; // see UnwoundStack
};

} // namespace ember::capture
