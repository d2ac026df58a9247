// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/dwarfexpression.h"

#include "capture/unwind/dwarfcursor.h"

#include <array>
#include <utility>

namespace ember::capture {

using namespace dwarf;

namespace {

constexpr std::size_t operandLimit = 64;
constexpr int operationLimit = 1024; // branches may go backwards

std::optional<Register> registerOf(std::uint64_t number)
{
    if (number >= registerCount)
        return std::nullopt;
    return static_cast<Register>(number);
}

constexpr bool isBetween(std::uint8_t value, std::uint8_t first, std::uint8_t last)
{
    return first <= value && value <= last;
}

// A stack machine. Each step returns whether the machine can go on: not if the stack has too few or
// too many operands for it.
class Machine {
public:
    Machine(std::span<const std::byte> expression, const RegisterFile &registers,
            StackMemory &memory)
        : m_expression(expression),
          m_code(expression, 0),
          m_registers(registers),
          m_memory(memory)
    {
    }

    bool push(std::uint64_t value)
    {
        if (m_count == operandLimit)
            return false;
        m_operands[m_count++] = value;
        return true;
    }

    std::optional<std::uint64_t> run()
    {
        for (int operations = 0; !m_code.atEnd(); ++operations) {
            if (operations == operationLimit || !step(m_code.byte()) || !m_code.isGood())
                return std::nullopt;
        }
        if (m_count == 0)
            return std::nullopt;
        return m_operands[m_count - 1];
    }

private:
    bool step(std::uint8_t operation)
    {
        if (isBetween(operation, DW_OP_lit0, DW_OP_lit31))
            return push(operation - unsigned(DW_OP_lit0));
        if (isBetween(operation, DW_OP_breg0, DW_OP_breg31))
            return pushRegister(operation - unsigned(DW_OP_breg0));
        if (isBetween(operation, DW_OP_const1u, DW_OP_consts) || operation == DW_OP_addr)
            return pushConstant(operation);
        if (isBetween(operation, DW_OP_dup, DW_OP_rot))
            return arrange(operation);
        switch (operation) {
        case DW_OP_nop: return true;
        case DW_OP_bregx: return pushRegister(m_code.uleb());
        case DW_OP_deref: return dereference(sizeof(std::uint64_t));
        case DW_OP_deref_size: return dereference(m_code.byte());
        case DW_OP_skip: return branch(m_code.value<std::int16_t>());
        case DW_OP_bra: return branchIf(m_code.value<std::int16_t>());
        case DW_OP_abs:
        case DW_OP_neg:
        case DW_OP_not:
        case DW_OP_plus_uconst: return applyToOne(operation);
        default: return applyToTwo(operation);
        }
    }

    bool pushConstant(std::uint8_t operation)
    {
        const auto extended = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
        switch (operation) {
        case DW_OP_const1u: return push(m_code.value<std::uint8_t>());
        case DW_OP_const1s: return push(extended(m_code.value<std::int8_t>()));
        case DW_OP_const2u: return push(m_code.value<std::uint16_t>());
        case DW_OP_const2s: return push(extended(m_code.value<std::int16_t>()));
        case DW_OP_const4u: return push(m_code.value<std::uint32_t>());
        case DW_OP_const4s: return push(extended(m_code.value<std::int32_t>()));
        case DW_OP_constu: return push(m_code.uleb());
        case DW_OP_consts: return push(extended(m_code.sleb()));
        default: return push(m_code.value<std::uint64_t>());
        }
    }

    bool pushRegister(std::uint64_t number)
    {
        const auto offset = static_cast<std::uint64_t>(m_code.sleb());
        const auto known = registerOf(number);
        return known && m_registers.knows(*known) && push(m_registers[*known] + offset);
    }

    bool arrange(std::uint8_t operation)
    {
        switch (operation) {
        case DW_OP_dup: return pick(0);
        case DW_OP_over: return pick(1);
        case DW_OP_pick: return pick(m_code.byte());
        case DW_OP_drop:
            if (m_count == 0)
                return false;
            --m_count;
            return true;
        case DW_OP_swap:
            if (m_count < 2)
                return false;
            std::swap(top(0), top(1));
            return true;
        case DW_OP_rot:
            if (m_count < 3)
                return false;
            std::swap(top(0), top(1));
            std::swap(top(1), top(2));
            return true;
        default: return false;
        }
    }

    bool pick(std::size_t depth) { return depth < m_count && push(top(depth)); }

    bool dereference(std::size_t size)
    {
        if (m_count == 0 || size == 0 || size > sizeof(std::uint64_t))
            return false;
        std::uint64_t word = 0;
        if (!m_memory.read(top(0), word))
            return false;
        if (size < sizeof(word))
            word &= (std::uint64_t(1) << (size * 8)) - 1;
        top(0) = word;
        return true;
    }

    bool branch(std::int16_t distance)
    {
        const auto at = static_cast<std::ptrdiff_t>(m_expression.size() - m_code.remaining());
        const auto target = at + distance;
        if (target < 0 || target > static_cast<std::ptrdiff_t>(m_expression.size()))
            return false;
        m_code = DwarfCursor(m_expression.subspan(static_cast<std::size_t>(target)), 0);
        return true;
    }

    bool branchIf(std::int16_t distance)
    {
        if (m_count == 0)
            return false;
        return m_operands[--m_count] == 0 || branch(distance);
    }

    bool applyToOne(std::uint8_t operation)
    {
        if (m_count == 0)
            return false;
        std::uint64_t &value = top(0);
        switch (operation) {
        case DW_OP_abs: value = static_cast<std::int64_t>(value) < 0 ? -value : value; return true;
        case DW_OP_neg: value = -value; return true;
        case DW_OP_not: value = ~value; return true;
        default: value += m_code.uleb(); return true;
        }
    }

    bool applyToTwo(std::uint8_t operation)
    {
        if (m_count < 2)
            return false;
        const std::uint64_t right = m_operands[--m_count];
        const auto result = combine(operation, top(0), right);
        if (!result)
            return false;
        top(0) = *result;
        return true;
    }

    static std::optional<std::uint64_t> combine(std::uint8_t operation, std::uint64_t left,
                                                std::uint64_t right)
    {
        const auto signedLeft = static_cast<std::int64_t>(left);
        const auto signedRight = static_cast<std::int64_t>(right);
        switch (operation) {
        case DW_OP_and: return left & right;
        case DW_OP_or: return left | right;
        case DW_OP_xor: return left ^ right;
        case DW_OP_plus: return left + right;
        case DW_OP_minus: return left - right;
        case DW_OP_mul: return left * right;
        case DW_OP_div: return divided(left, right);
        case DW_OP_mod: return right == 0 ? std::nullopt : std::optional(left % right);
        case DW_OP_shl: return right < 64 ? left << right : 0;
        case DW_OP_shr: return right < 64 ? left >> right : 0;
        case DW_OP_shra: return static_cast<std::uint64_t>(signedLeft >> (right < 64 ? right : 63));
        case DW_OP_eq: return left == right;
        case DW_OP_ne: return left != right;
        case DW_OP_ge: return signedLeft >= signedRight;
        case DW_OP_gt: return signedLeft > signedRight;
        case DW_OP_le: return signedLeft <= signedRight;
        case DW_OP_lt: return signedLeft < signedRight;
        default: return std::nullopt;
        }
    }

    // Divides signed numbers; the smallest number divided by −1 has no representation and stays
    // itself.
    static std::optional<std::uint64_t> divided(std::uint64_t left, std::uint64_t right)
    {
        if (right == 0)
            return std::nullopt;
        if (right == ~std::uint64_t(0))
            return -left;
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(left)
                                          / static_cast<std::int64_t>(right));
    }

    std::uint64_t &top(std::size_t depth) { return m_operands[m_count - 1 - depth]; }

    std::span<const std::byte> m_expression;
    DwarfCursor m_code;
    const RegisterFile &m_registers;
    StackMemory &m_memory;
    std::array<std::uint64_t, operandLimit> m_operands{};
    std::size_t m_count = 0;
};

// Takes "register + offset" from the front.
std::optional<RegisterOffset> takeRegisterOffset(DwarfCursor &code)
{
    const auto operation = code.byte();
    if (!isBetween(operation, DW_OP_breg0, DW_OP_breg31))
        return std::nullopt;
    const auto base = registerOf(operation - unsigned(DW_OP_breg0));
    const auto offset = code.sleb();
    if (!base || !code.isGood())
        return std::nullopt;
    return RegisterOffset{*base, offset};
}

} // namespace

std::optional<std::uint64_t> evaluateExpression(std::span<const std::byte> expression,
                                                const RegisterFile &registers, StackMemory &memory,
                                                std::optional<std::uint64_t> initial)
{
    Machine machine(expression, registers, memory);
    if (initial)
        machine.push(*initial);
    return machine.run();
}

std::optional<RegisterOffset> matchRegisterOffset(std::span<const std::byte> expression)
{
    DwarfCursor code(expression, 0);
    const auto match = takeRegisterOffset(code);
    return code.atEnd() ? match : std::nullopt;
}

std::optional<DereferencedOffset> matchDereference(std::span<const std::byte> expression)
{
    DwarfCursor code(expression, 0);
    const auto slot = takeRegisterOffset(code);
    if (!slot || code.byte() != DW_OP_deref)
        return std::nullopt;
    if (code.atEnd())
        return DereferencedOffset{*slot, 0};
    const auto operation = code.byte();
    if (operation == DW_OP_plus_uconst) {
        const auto added = static_cast<std::int64_t>(code.uleb());
        if (code.isGood() && code.atEnd())
            return DereferencedOffset{*slot, added};
    } else if (isBetween(operation, DW_OP_lit0, DW_OP_lit31)) {
        if (code.byte() == DW_OP_plus && code.isGood() && code.atEnd())
            return DereferencedOffset{*slot, operation - std::int64_t(DW_OP_lit0)};
    }
    return std::nullopt;
}

std::optional<std::uint8_t> matchPltThreshold(std::span<const std::byte> expression)
{
    constexpr std::array<std::uint8_t, 11> form{DW_OP_breg7, 8,         DW_OP_breg16, 0,
                                                DW_OP_lit15, DW_OP_and, DW_OP_lit0,   DW_OP_ge,
                                                DW_OP_lit3,  DW_OP_shl, DW_OP_plus};
    constexpr std::size_t thresholdAt = 6;
    if (!machine::linkagePushes || expression.size() != form.size())
        return std::nullopt;
    for (std::size_t i = 0; i < form.size(); ++i) {
        if (i != thresholdAt && std::to_integer<std::uint8_t>(expression[i]) != form[i])
            return std::nullopt;
    }
    const auto threshold = std::to_integer<std::uint8_t>(expression[thresholdAt]);
    if (!isBetween(threshold, DW_OP_lit0, DW_OP_lit15))
        return std::nullopt;
    return static_cast<std::uint8_t>(threshold - DW_OP_lit0);
}

} // namespace ember::capture
