// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/unwind/registerfile.h"
#include "model/core/rowset.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace ember::capture {

// How the canonical frame address (CFA, the stack pointer before the call) is found.
enum class CfaKind : std::uint8_t {
    Unknown, // no unwind information here
    Root, // the return address is undefined: nothing called this code
    Offset, // register + value
    Dereference, // *(register + value) + SavedRegisters::added
    Plt, // sp + 8, and 8 more where pc & 15 ≥ value
    Expression, // `value` is the expression's number
    // After the system call in clone and clone3, where one instruction stream serves two stacks: a
    // new thread is at its root, its creator has its return address where a call puts it.
    Clone,
    // Go code that switches to its thread's own stack and calls from there. `value` says where the
    // caller of this code is: 0: found by the frame pointer; 1: there is none; else a goroutine's
    // stack is being grown, and `value` is UnwoundStack::goroutineOffset. Where the code has not
    // switched yet, the CFA is the stack pointer + one word, as after a call.
    GoSwitch,
};

// The part of a row that gives the frame's address. Eight bytes.
struct CfaRule {
    std::int32_t value = 0;
    CfaKind kind = CfaKind::Unknown;
    Register base = machine::stackPointer;
    std::uint16_t saved = 0; // index in the table of saved registers

    friend bool operator==(const CfaRule &, const CfaRule &) = default;
};

// Where the caller's value of a register is.
enum class SavedIn : std::uint8_t {
    Unchanged, // in the register itself
    Undefined, // the caller's value is gone; for the return address: there is no caller
    NotKnown, // in a way that rows cannot express
    AtCfa, // in memory, at CFA + offset
    AtFramePointer, // in memory, at the frame pointer + offset
    AtStackPointer, // in memory, at the stack pointer + offset
    OtherRegister, // offset is its number
    AtExpression, // in memory; offset is the expression's number; the CFA is its operand
    ExpressionValue, // offset is the expression's number; its result is the value itself
    CfaValue, // CFA + offset is the value itself
};

struct SavedRegister {
    SavedIn place = SavedIn::Unchanged;
    std::int32_t offset = 0;

    friend bool operator==(const SavedRegister &, const SavedRegister &) = default;
};

// Where the tracked registers are, in the order of trackedRegisters. Few combinations exist: tables
// store each once.
struct SavedRegisters {
    std::array<SavedRegister, trackedRegisters.size()> registers{};
    std::uint16_t changed = 0; // a bit per register that is not Unchanged
    bool isSignalFrame = false;
    std::int16_t added = 0; // the summand of CfaKind::Dereference
    // All changed registers are whole words within that many bytes below the CFA; 0: some are
    // elsewhere, or this was not computed. Follows from the other members.
    std::uint16_t frameBytes = 0;

    void set(std::size_t index, SavedRegister saved)
    {
        registers[index] = saved;
        const auto bit = 1U << index;
        changed = static_cast<std::uint16_t>(saved.place == SavedIn::Unchanged ? changed & ~bit
                                                                               : changed | bit);
    }

    void noteFrame();

    friend bool operator==(const SavedRegisters &left, const SavedRegisters &right)
    {
        return left.registers == right.registers && left.isSignalFrame == right.isSignalFrame
            && left.added == right.added;
    }
};

// The call frame information of one binary: rows sorted by address, each valid until the next one.
// Twelve bytes per row. Addresses are those of the file. Immutable; any thread.
class UnwindTable {
public:
    // Returns the rule for an address; of kind Unknown outside all functions.
    const CfaRule &find(std::uint64_t address) const;

    const SavedRegisters &saved(const CfaRule &rule) const { return m_saved[rule.saved]; }

    // Returns the expression of a number; empty if no rule has the number.
    std::span<const std::byte> expression(std::int32_t number) const;

    bool isEmpty() const { return m_rules.empty(); }

    std::size_t rowCount() const { return m_rules.size(); }

    std::size_t functionCount() const { return m_functions; }

    // Number of functions or rows that were left out because they are malformed or of an unknown
    // kind.
    std::size_t defectCount() const { return m_defects; }

    std::size_t bytes() const;

private:
    friend class UnwindTableBuilder;
    friend class TableStorage;

    std::uint64_t m_base = 0; // address of the first row
    std::vector<std::uint32_t> m_starts; // relative to m_base
    std::vector<CfaRule> m_rules; // parallel to m_starts
    std::vector<SavedRegisters> m_saved{SavedRegisters()};
    std::vector<std::vector<std::byte>> m_expressions;
    std::size_t m_functions = 0;
    std::size_t m_defects = 0;
};

// Builds an UnwindTable from rows in address order.
class UnwindTableBuilder {
public:
    // Returns the number of an expression; equal expressions share one.
    std::int32_t internExpression(std::span<const std::byte> expression);
    // Sets rule.saved. False if there are more combinations than a row can number.
    bool internSaved(const SavedRegisters &saved, CfaRule &rule);

    // Appends a row, valid from `address` until the next row. If the row before is equal, that one
    // goes on instead. A row at the same address replaces the one before. A row 4 GB or more after
    // the first one is left out, and counted as a defect.
    void appendRow(std::uint64_t address, const CfaRule &rule);

    void countFunction() { ++m_table.m_functions; }

    void countDefect() { ++m_table.m_defects; }

    void reserve(std::size_t rows);

    UnwindTable take();

private:
    UnwindTable m_table;
    model::RowSet m_savedSet;
    std::map<std::vector<std::byte>, std::int32_t> m_expressionNumbers;
    std::uint16_t m_lastSaved = 0; // index of the newest row's combination; the next row usually
                                   // has the same
};

} // namespace ember::capture
