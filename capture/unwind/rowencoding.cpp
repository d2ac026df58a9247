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
