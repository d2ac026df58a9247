// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/unwind/dwarfcursor.h"
#include "capture/unwind/unwindtable.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ember::capture {

// State of a row while it is computed.
struct FrameState {
    std::uint64_t cfaRegister = 0;
    std::int64_t cfaOffset = 0;
    std::span<const std::byte> cfaExpression; // if not empty, gives the CFA
    SavedRegisters saved;
};

// A common information entry (CIE).
struct CommonEntry {
    std::uint64_t codeAlignment = 1;
    std::int64_t dataAlignment = 1;
    std::uint64_t returnColumn = 16;
    std::uint8_t pointerEncoding = pointerAbsolute;
    bool hasAugmentationSize = false;
    FrameState initial; // the state after the entry's own instructions
};

// Runs call frame instructions (DWARF 5, 6.4.2). Expressions for registers are passed to the
// builder; the expression for the CFA stays in the instructions' bytes until the row is written.
class CfiProgram {
public:
    CfiProgram(const CommonEntry &common, std::uint64_t dataBase, UnwindTableBuilder &builder)
        : m_common(common),
          m_dataBase(dataBase),
          m_builder(builder),
          m_state(common.initial)
    {
    }

    // Runs until the next row is complete, that is until the location advances, or to the end of
    // the instructions. False: there are no more rows.
    bool nextRow(DwarfCursor &instructions);

    const FrameState &state() const { return m_state; }

    std::uint64_t location() const { return m_location; }

    void setLocation(std::uint64_t location) { m_location = m_nextLocation = location; }

    // False if an instruction was malformed or unknown; rows before it are valid.
    bool isGood() const { return m_isGood; }

private:
    bool step(DwarfCursor &instructions);
    bool stepExtended(std::uint8_t instruction, DwarfCursor &instructions);
    bool stepRegister(std::uint8_t instruction, DwarfCursor &instructions);
    bool stepCfa(std::uint8_t instruction, DwarfCursor &instructions);
    bool advance(std::uint64_t distance);
    void set(std::uint64_t number, SavedIn place, std::int64_t offset);
    void setExpression(std::uint64_t number, SavedIn place, DwarfCursor &instructions);
    void restore(std::uint64_t number);
    bool remember();
    bool recall();
    std::optional<std::size_t> trackedIndex(std::uint64_t number) const;
    std::int64_t factored(std::int64_t offset) const;

    const CommonEntry &m_common;
    std::uint64_t m_dataBase;
    UnwindTableBuilder &m_builder;
    FrameState m_state;
    std::vector<FrameState> m_remembered;
    std::uint64_t m_location = 0;
    std::uint64_t m_nextLocation = 0;
    bool m_isGood = true;
};

// Converts the state to a row of the table. Kind Unknown if the state cannot be used.
CfaRule toRule(const FrameState &state, UnwindTableBuilder &builder);

} // namespace ember::capture
