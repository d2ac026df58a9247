// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/cfiprogram.h"
#include "capture/unwind/dwarfexpression.h"

#include <limits>

namespace ember::capture {

namespace {

template<typename Small>
bool fits(std::int64_t value)
{
    return value >= std::numeric_limits<Small>::min() && value <= std::numeric_limits<Small>::max();
}

SavedRegister inMemory(SavedIn place, std::int64_t offset)
{
    if (!fits<std::int32_t>(offset))
        return {SavedIn::Nowhere, 0};
    return {place, static_cast<std::int32_t>(offset)};
}

// Frames with a realigned stack save registers relative to rbp, signal frames relative to rsp.
SavedRegister atExpression(std::span<const std::byte> expression, UnwindTableBuilder &builder)
{
    if (const auto match = matchRegisterOffset(expression)) {
        if (match->base == Register::Rbp)
            return inMemory(SavedIn::AtFramePointer, match->offset);
        if (match->base == Register::Rsp)
            return inMemory(SavedIn::AtStackPointer, match->offset);
    }
    return {SavedIn::AtExpression, builder.internExpression(expression)};
}

SavedRegister toSaved(const RegisterRule &rule, UnwindTableBuilder &builder)
{
    using Kind = RegisterRule::Kind;
    switch (rule.kind) {
    case Kind::Unspecified:
    case Kind::SameValue: return {SavedIn::Unchanged, 0};
    case Kind::Undefined: return {SavedIn::Nowhere, 0};
    case Kind::AtCfa: return inMemory(SavedIn::AtCfa, rule.value);
    case Kind::CfaValue: return inMemory(SavedIn::CfaValue, rule.value);
    case Kind::InRegister:
        if (rule.value < 0 || rule.value >= std::int64_t(registerCount))
            return {SavedIn::Nowhere, 0};
        return {SavedIn::OtherRegister, static_cast<std::int32_t>(rule.value)};
    case Kind::AtExpression: return atExpression(rule.expression, builder);
    case Kind::ExpressionValue:
        return {SavedIn::ExpressionValue, builder.internExpression(rule.expression)};
    }
    return {};
}

SavedRegisters toSavedRegisters(const FrameState &state, UnwindTableBuilder &builder)
{
    SavedRegisters saved;
    for (std::size_t i = 0; i < state.registers.size(); ++i) {
        saved.registers[i] = toSaved(state.registers[i], builder);
        if (saved.registers[i].place != SavedIn::Unchanged)
            saved.changed = static_cast<std::uint8_t>(saved.changed | 1U << i);
    }
    return saved;
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

CfaRule toRule(const FrameState &state, bool isSignalFrame, UnwindTableBuilder &builder)
{
    const auto &returnAddress = state.registers[trackedReturnAddress];
    if (returnAddress.kind == RegisterRule::Kind::Undefined)
        return {.kind = CfaKind::Root};
    SavedRegisters saved = toSavedRegisters(state, builder);
    saved.isSignalFrame = isSignalFrame;
    CfaRule rule = state.cfaExpression.empty() ? cfaOffset(state)
                                               : cfaExpression(state.cfaExpression, saved, builder);
    const auto place = saved.registers[trackedReturnAddress].place;
    const bool isUsable = rule.kind != CfaKind::Unknown && place != SavedIn::Unchanged
        && place != SavedIn::Nowhere && builder.internSaved(saved, rule);
    if (!isUsable) {
        builder.countDefect();
        return {};
    }
    return rule;
}

} // namespace ember::capture
