// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/codewalk.h"

#if defined(EMBER_UNWIND_AARCH64) || defined(__aarch64__)

#include <cstring>

namespace ember::capture::machine {

namespace {

using Kind = CodeFlow::Kind;

constexpr std::uint32_t stackNumber = 31; // stack pointer in addresses, elsewhere zero
constexpr std::uint32_t frameNumber = 29;

// `count` bits of an instruction (Arm's manual, C4), beginning at bit `first`.
constexpr std::uint32_t bits(std::uint32_t code, unsigned first, unsigned count)
{
    return code >> first & ((1U << count) - 1);
}

constexpr std::int64_t signedBits(std::uint32_t code, unsigned first, unsigned count)
{
    const auto sign = std::int64_t(1) << (count - 1);
    return (std::int64_t(bits(code, first, count)) ^ sign) - sign;
}

// Whether the instruction is bl, blr, or blr with an authenticated address.
constexpr bool isCall(std::uint32_t code)
{
    return (code & 0xfc000000U) == 0x94000000U || (code & 0xfffffc1fU) == 0xd63f0000U
        || (code & 0xfefff800U) == 0xd63f0800U;
}

CodePlace addressIn(std::uint32_t number, const WalkState &state)
{
    return number == stackNumber ? state.stack : number == frameNumber ? state.frame : CodePlace();
}

void setAddress(std::uint32_t number, CodePlace value, WalkState &state)
{
    if (number == stackNumber)
        state.stack = value;
    if (number == frameNumber)
        state.frame = value;
}

void transfer(bool isLoad, std::uint32_t number, CodePlace place, WalkState &state)
{
    if (!place.isKnown()) {
        if (isLoad && number == frameNumber)
            state.frame = {};
        return;
    }
    if (!isLoad)
        state.store(place);
    else if (number != stackNumber) // as another operand this number means the zero register
        state.load(Register(number), place);
}

// Follows ldp and stp of two 64-bit registers: with the sum written back before or after, or not at
// all.
void followPair(std::uint32_t code, WalkState &state)
{
    const auto base = bits(code, 5, 5);
    const auto mode = bits(code, 23, 2); // when the sum is written back: 1 after, 2 not, 3 before
    const auto offset = signedBits(code, 15, 7) * 8;
    const bool isLoad = bits(code, 22, 1) != 0;
    const bool isVector = bits(code, 26, 1) != 0;
    const auto address = addressIn(base, state);
    const auto place = mode == 1 ? address : address.plus(offset);
    if (!isVector) {
        transfer(isLoad, bits(code, 0, 5), place, state);
        transfer(isLoad, bits(code, 10, 5), place.plus(8), state);
    }
    if (mode == 1 || mode == 3) // the offset of vectors is scaled by their size
        setAddress(
            base,
            address.plus(isVector ? signedBits(code, 15, 7) * (4 << bits(code, 30, 2)) : offset),
            state);
}

// Follows ldr and str of one 64-bit register with a signed offset that is written back, or is not
// scaled.
void followSingle(std::uint32_t code, WalkState &state)
{
    const auto base = bits(code, 5, 5);
    const auto mode = bits(code, 10, 2); // when the sum is written back: 0 not, 1 after, 3 before
    const auto offset = signedBits(code, 12, 9);
    const auto address = addressIn(base, state);
    const bool isWhole = bits(code, 30, 2) == 3 && bits(code, 26, 1) == 0;
    if (isWhole && bits(code, 23, 1) == 0)
        transfer(bits(code, 22, 1) != 0, bits(code, 0, 5),
                 mode == 1 ? address : address.plus(offset), state);
    if (mode == 1 || mode == 3)
        setAddress(base, address.plus(offset), state);
}

// Follows add and sub with an immediate: also `mov sp, x29` and back.
void followSum(std::uint32_t code, WalkState &state)
{
    const auto amount = std::int64_t(bits(code, 10, 12)) << (bits(code, 22, 1) != 0 ? 12 : 0);
    const auto source = addressIn(bits(code, 5, 5), state);
    setAddress(bits(code, 0, 5), source.plus(bits(code, 30, 1) != 0 ? -amount : amount), state);
}

void followOther(std::uint32_t code, WalkState &state)
{
    if ((code & 0xfa000000U) == 0xa8000000U || (code & 0x3e000000U) == 0x2c000000U)
        followPair(code, state);
    else if ((code & 0x3b200000U) == 0x38000000U)
        followSingle(code, state);
    else if ((code & 0xbf800000U) == 0x91000000U)
        followSum(code, state);
    else if ((code & 0xff800000U) == 0xf9000000U) // ldr, str with a scaled offset
        transfer(bits(code, 22, 1) != 0, bits(code, 0, 5),
                 addressIn(bits(code, 5, 5), state).plus(std::int64_t(bits(code, 10, 12)) * 8),
                 state);
    else if ((code & 0xffe0ffffU) == 0xcb2063ffU || (code & 0xffe0ffffU) == 0x8b2063ffU
             || (code & 0xff80001fU) == 0x9200001fU) // moves it by an unknown length
        state.stack = {};
}

} // namespace

CodeFlow followInstruction(std::span<const std::byte> bytes, std::uint64_t address,
                           WalkState &state)
{
    constexpr std::uint8_t length = 4;
    std::uint32_t code = 0;
    if (bytes.size() < length)
        return {};
    std::memcpy(&code, bytes.data(), length);
    const auto to = [&](std::int64_t words) {
        return address + static_cast<std::uint64_t>(words * length);
    };
    if ((code & 0xfffffc1fU) == 0xd65f0000U || (code & 0xfffffbffU) == 0xd65f0bffU)
        return {Kind::Return, length, 0}; // ret, retaa, retab
    if ((code & 0xfffffc1fU) == 0xd61f0000U) // br: linkage tables use x16 and x17
        return {bits(code, 5, 5) == 16 || bits(code, 5, 5) == 17 ? Kind::LeaveElsewhere
                                                                 : Kind::JumpElsewhere,
                length, 0};
    if ((code & 0xfc000000U) == 0x14000000U)
        return {Kind::Jump, length, to(signedBits(code, 0, 26))};
    if ((code & 0xff000010U) == 0x54000000U || (code & 0x7e000000U) == 0x34000000U)
        return {Kind::Branch, length, to(signedBits(code, 5, 19))};
    if ((code & 0x7e000000U) == 0x36000000U)
        return {Kind::Branch, length, to(signedBits(code, 5, 14))};
    if ((code & 0xffff0000U) == 0 || (code & 0xffe0001fU) == 0xd4200000U) // udf, brk
        return {};
    if (isCall(code))
        state.isReturnAddressLost = true;
    else
        followOther(code, state);
    return {Kind::Next, length, 0};
}

bool endsInCall(std::uint64_t before)
{
    return isCall(static_cast<std::uint32_t>(before >> 32U));
}

} // namespace ember::capture::machine

#endif
