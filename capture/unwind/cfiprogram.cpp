// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/cfiprogram.h"

#include "capture/unwind/dwarfcursor.h"
#include "capture/unwind/dwarfexpression.h"

#include <elf.h>
#include <limits>

namespace ember::capture {

using namespace dwarf;

namespace {

constexpr std::size_t rememberLimit = 64;
constexpr std::uint8_t operandMask = 0x3f;

constexpr std::array<std::uint8_t, registerCount> trackedByNumber = [] {
    std::array<std::uint8_t, registerCount> indices{};
    indices.fill(trackedRegisters.size());
    for (std::size_t i = 0; i < trackedRegisters.size(); ++i)
        indices[std::size_t(trackedRegisters[i])] = static_cast<std::uint8_t>(i);
    return indices;
}();

std::int64_t toSigned(std::uint64_t value)
{
    return static_cast<std::int64_t>(value);
}

template<typename Small>
bool fits(std::int64_t value)
{
    return value >= std::numeric_limits<Small>::min() && value <= std::numeric_limits<Small>::max();
}

CfaRule cfaOffset(const FrameState &state)
{
    if (state.cfaRegister >= registerCount || !fits<std::int32_t>(state.cfaOffset))
        return {};
    return {.value = static_cast<std::int32_t>(state.cfaOffset),
            .kind = CfaKind::Offset,
            .base = static_cast<Register>(state.cfaRegister)};
}

CfaRule cfaExpression(std::span<const std::byte> expression, SavedRegisters &saved,
                      UnwindTableBuilder &builder)
{
    if (const auto threshold = matchPltThreshold(expression))
        return {.value = *threshold, .kind = CfaKind::Plt};
    const auto match = matchDereference(expression);
    if (match && fits<std::int32_t>(match->slot.offset) && fits<std::int16_t>(match->added)) {
        saved.added = static_cast<std::int16_t>(match->added);
        return {.value = static_cast<std::int32_t>(match->slot.offset),
                .kind = CfaKind::Dereference,
                .base = match->slot.base};
    }
    return {.value = builder.internExpression(expression), .kind = CfaKind::Expression};
}

} // namespace

// Ends when the location is about to change, which completes the row. The next call changes it, so
// that location() and state() belong together until then.
bool CfiProgram::nextRow(DwarfCursor &instructions)
{
    m_location = m_nextLocation;
    while (!instructions.atEnd()) {
        if (!step(instructions) || !instructions.isGood()) {
            m_isGood = false;
            return false;
        }
        if (m_nextLocation != m_location)
            return true;
    }
    return false;
}

bool CfiProgram::step(DwarfCursor &instructions)
{
    const std::uint8_t instruction = instructions.byte();
    const std::uint8_t operand = instruction & operandMask;
    switch (instruction & ~operandMask) {
    case DW_CFA_advance_loc: return advance(operand);
    case DW_CFA_offset:
        set(operand, SavedIn::AtCfa, factored(toSigned(instructions.uleb())));
        return true;
    case DW_CFA_restore: restore(operand); return true;
    default: return stepExtended(instruction, instructions);
    }
}

bool CfiProgram::stepExtended(std::uint8_t instruction, DwarfCursor &instructions)
{
    switch (instruction) {
    case DW_CFA_nop: return true;
    case DW_CFA_set_loc:
        m_nextLocation = instructions.pointer(m_common.pointerEncoding, m_dataBase);
        return m_nextLocation >= m_location;
    case DW_CFA_advance_loc1: return advance(instructions.value<std::uint8_t>());
    case DW_CFA_advance_loc2: return advance(instructions.value<std::uint16_t>());
    case DW_CFA_advance_loc4: return advance(instructions.value<std::uint32_t>());
    case DW_CFA_remember_state: return remember();
    case DW_CFA_restore_state: return recall();
    case DW_CFA_GNU_args_size: instructions.uleb(); return true;
    case DW_CFA_AARCH64_negate_ra_state:
    case DW_CFA_AARCH64_negate_ra_state_with_pc:
        return machine::elfNumber == EM_AARCH64; // see machine::plainAddress()
    case DW_CFA_def_cfa:
    case DW_CFA_def_cfa_sf:
    case DW_CFA_def_cfa_register:
    case DW_CFA_def_cfa_offset:
    case DW_CFA_def_cfa_offset_sf:
    case DW_CFA_def_cfa_expression: return stepCfa(instruction, instructions);
    default: return stepRegister(instruction, instructions);
    }
}

bool CfiProgram::stepCfa(std::uint8_t instruction, DwarfCursor &instructions)
{
    if (instruction == DW_CFA_def_cfa_expression) {
        m_state.cfaExpression = instructions.take(instructions.uleb());
        return !m_state.cfaExpression.empty();
    }
    // After an expression only a full definition makes the CFA a register rule again.
    const bool isFull = instruction == DW_CFA_def_cfa || instruction == DW_CFA_def_cfa_sf;
    if (!isFull && !m_state.cfaExpression.empty())
        return false;
    m_state.cfaExpression = {};
    if (isFull || instruction == DW_CFA_def_cfa_register)
        m_state.cfaRegister = instructions.uleb();
    if (instruction == DW_CFA_def_cfa || instruction == DW_CFA_def_cfa_offset)
        m_state.cfaOffset = toSigned(instructions.uleb());
    else if (instruction != DW_CFA_def_cfa_register)
        m_state.cfaOffset = factored(instructions.sleb());
    return true;
}

bool CfiProgram::stepRegister(std::uint8_t instruction, DwarfCursor &instructions)
{
    const std::uint64_t number = instructions.uleb();
    switch (instruction) {
    case DW_CFA_offset_extended:
        set(number, SavedIn::AtCfa, factored(toSigned(instructions.uleb())));
        return true;
    case DW_CFA_offset_extended_sf:
        set(number, SavedIn::AtCfa, factored(instructions.sleb()));
        return true;
    case DW_CFA_GNU_negative_offset_extended:
        set(number, SavedIn::AtCfa, factored(toSigned(-instructions.uleb())));
        return true;
    case DW_CFA_val_offset:
        set(number, SavedIn::CfaValue, factored(toSigned(instructions.uleb())));
        return true;
    case DW_CFA_val_offset_sf:
        set(number, SavedIn::CfaValue, factored(instructions.sleb()));
        return true;
    case DW_CFA_register:
        set(number, SavedIn::OtherRegister, toSigned(instructions.uleb()));
        return true;
    case DW_CFA_undefined: set(number, SavedIn::Undefined, 0); return true;
    case DW_CFA_same_value: set(number, SavedIn::Unchanged, 0); return true;
    case DW_CFA_restore_extended: restore(number); return true;
    case DW_CFA_expression: setExpression(number, SavedIn::AtExpression, instructions); return true;
    case DW_CFA_val_expression:
        setExpression(number, SavedIn::ExpressionValue, instructions);
        return true;
    default: return false;
    }
}

bool CfiProgram::advance(std::uint64_t distance)
{
    const auto next = m_location + distance * m_common.codeAlignment;
    if (next < m_location)
        return false;
    m_nextLocation = next;
    return true;
}

void CfiProgram::set(std::uint64_t number, SavedIn place, std::int64_t offset)
{
    const auto index = trackedIndex(number);
    if (!index)
        return;
    const bool fits = offset >= std::numeric_limits<std::int32_t>::min()
        && offset <= std::numeric_limits<std::int32_t>::max();
    const bool isKnown =
        place != SavedIn::OtherRegister || (offset >= 0 && offset < std::int64_t(registerCount));
    m_state.saved.set(*index,
                      fits && isKnown ? SavedRegister{place, static_cast<std::int32_t>(offset)}
                                      : SavedRegister{SavedIn::NotKnown, 0});
}

// Frames with a realigned stack save registers relative to the frame pointer, signal frames
// relative to the stack pointer.
void CfiProgram::setExpression(std::uint64_t number, SavedIn place, DwarfCursor &instructions)
{
    const auto expression = instructions.take(instructions.uleb());
    if (!instructions.isGood() || !trackedIndex(number))
        return;
    const auto match = matchRegisterOffset(expression);
    if (match && place == SavedIn::AtExpression && match->base == machine::framePointer)
        set(number, SavedIn::AtFramePointer, match->offset);
    else if (match && place == SavedIn::AtExpression && match->base == machine::stackPointer)
        set(number, SavedIn::AtStackPointer, match->offset);
    else
        set(number, place, m_builder.internExpression(expression));
}

void CfiProgram::restore(std::uint64_t number)
{
    if (const auto index = trackedIndex(number))
        m_state.saved.set(*index, m_common.initial.saved.registers[*index]);
}

bool CfiProgram::remember()
{
    if (m_remembered.size() == rememberLimit)
        return false;
    m_remembered.push_back(m_state);
    return true;
}

bool CfiProgram::recall()
{
    if (m_remembered.empty())
        return false;
    m_state = m_remembered.back();
    m_remembered.pop_back();
    return true;
}

std::optional<std::size_t> CfiProgram::trackedIndex(std::uint64_t number) const
{
    if (number == m_common.returnColumn)
        return trackedReturnAddress;
    if (number >= registerCount || trackedByNumber[number] == trackedRegisters.size())
        return std::nullopt;
    return trackedByNumber[number];
}

// Multiplies by the data alignment factor of the CIE. Wraps around, so that damaged input is no
// undefined behaviour.
std::int64_t CfiProgram::factored(std::int64_t offset) const
{
    return toSigned(static_cast<std::uint64_t>(offset)
                    * static_cast<std::uint64_t>(m_common.dataAlignment));
}

CfaRule toRule(const FrameState &state, UnwindTableBuilder &builder)
{
    const auto place = state.saved.registers[trackedReturnAddress].place;
    if (place == SavedIn::Undefined)
        return {.kind = CfaKind::Root};
    bool isUsable = place != SavedIn::NotKnown
        && (place != SavedIn::Unchanged || !machine::pushesReturnAddress);
    CfaRule rule;
    if (state.cfaExpression.empty()) {
        rule = cfaOffset(state);
        isUsable =
            isUsable && rule.kind != CfaKind::Unknown && builder.internSaved(state.saved, rule);
    } else {
        SavedRegisters saved = state.saved;
        rule = cfaExpression(state.cfaExpression, saved, builder);
        isUsable = isUsable && builder.internSaved(saved, rule);
    }
    if (!isUsable) {
        builder.countDefect();
        return {};
    }
    return rule;
}

} // namespace ember::capture
