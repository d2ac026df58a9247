// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

// The codes of DWARF 5 that call frame information uses, under the specification's own names.
namespace ember::capture::dwarf {

// 7.7.1, operations of expressions.
enum Operation : std::uint8_t {
    DW_OP_addr = 0x03,
    DW_OP_deref = 0x06,
    DW_OP_const1u = 0x08,
    DW_OP_const1s = 0x09,
    DW_OP_const2u = 0x0a,
    DW_OP_const2s = 0x0b,
    DW_OP_const4u = 0x0c,
    DW_OP_const4s = 0x0d,
    DW_OP_const8u = 0x0e,
    DW_OP_const8s = 0x0f,
    DW_OP_constu = 0x10,
    DW_OP_consts = 0x11,
    DW_OP_dup = 0x12,
    DW_OP_drop = 0x13,
    DW_OP_over = 0x14,
    DW_OP_pick = 0x15,
    DW_OP_swap = 0x16,
    DW_OP_rot = 0x17,
    DW_OP_abs = 0x19,
    DW_OP_and = 0x1a,
    DW_OP_div = 0x1b,
    DW_OP_minus = 0x1c,
    DW_OP_mod = 0x1d,
    DW_OP_mul = 0x1e,
    DW_OP_neg = 0x1f,
    DW_OP_not = 0x20,
    DW_OP_or = 0x21,
    DW_OP_plus = 0x22,
    DW_OP_plus_uconst = 0x23,
    DW_OP_shl = 0x24,
    DW_OP_shr = 0x25,
    DW_OP_shra = 0x26,
    DW_OP_xor = 0x27,
    DW_OP_bra = 0x28,
    DW_OP_eq = 0x29,
    DW_OP_ge = 0x2a,
    DW_OP_gt = 0x2b,
    DW_OP_le = 0x2c,
    DW_OP_lt = 0x2d,
    DW_OP_ne = 0x2e,
    DW_OP_skip = 0x2f,
    DW_OP_lit0 = 0x30,
    DW_OP_lit3 = 0x33,
    DW_OP_lit15 = 0x3f,
    DW_OP_lit31 = 0x4f,
    DW_OP_breg0 = 0x70,
    DW_OP_breg6 = 0x76,
    DW_OP_breg7 = 0x77,
    DW_OP_breg16 = 0x80,
    DW_OP_breg31 = 0x8f,
    DW_OP_bregx = 0x92,
    DW_OP_deref_size = 0x94,
    DW_OP_nop = 0x96,
};

// 7.24, call frame instructions; the first three carry their operand in the low six bits.
enum FrameInstruction : std::uint8_t {
    DW_CFA_advance_loc = 0x40,
    DW_CFA_offset = 0x80,
    DW_CFA_restore = 0xc0,
    DW_CFA_nop = 0x00,
    DW_CFA_set_loc = 0x01,
    DW_CFA_advance_loc1 = 0x02,
    DW_CFA_advance_loc2 = 0x03,
    DW_CFA_advance_loc4 = 0x04,
    DW_CFA_offset_extended = 0x05,
    DW_CFA_restore_extended = 0x06,
    DW_CFA_undefined = 0x07,
    DW_CFA_same_value = 0x08,
    DW_CFA_register = 0x09,
    DW_CFA_remember_state = 0x0a,
    DW_CFA_restore_state = 0x0b,
    DW_CFA_def_cfa = 0x0c,
    DW_CFA_def_cfa_register = 0x0d,
    DW_CFA_def_cfa_offset = 0x0e,
    DW_CFA_def_cfa_expression = 0x0f,
    DW_CFA_expression = 0x10,
    DW_CFA_offset_extended_sf = 0x11,
    DW_CFA_def_cfa_sf = 0x12,
    DW_CFA_def_cfa_offset_sf = 0x13,
    DW_CFA_val_offset = 0x14,
    DW_CFA_val_offset_sf = 0x15,
    DW_CFA_val_expression = 0x16,
    DW_CFA_AARCH64_negate_ra_state_with_pc = 0x2c, // vendor extension: DWARF for AArch64, 4.4.1
    DW_CFA_AARCH64_negate_ra_state = 0x2d,
    DW_CFA_GNU_args_size = 0x2e,
    DW_CFA_GNU_negative_offset_extended = 0x2f,
};

} // namespace ember::capture::dwarf

namespace ember::capture {

// How pointers are written in .eh_frame (LSB core, "DWARF exception header encoding"): low four
// bits the format, the next three what they are relative to.
enum PointerEncoding : std::uint8_t {
    pointerAbsolute = 0x00,
    pointerFormatMask = 0x0f,
    pointerRelativeToItself = 0x10,
    pointerRelativeToData = 0x30,
    pointerBaseMask = 0x70,
    pointerIndirect = 0x80,
    pointerOmitted = 0xff,
};

// Reads bytes of a file, front to back. Reading past the end yields zeroes and leaves the cursor
// bad: check isGood() before using what was read.
class DwarfCursor {
public:
    DwarfCursor() = default;

    // `address` is where bytes[0] is loaded, for pointers relative to themselves.
    DwarfCursor(std::span<const std::byte> bytes, std::uint64_t address)
        : m_rest(bytes),
          m_address(address)
    {
    }

    bool isGood() const { return m_isGood; }

    bool atEnd() const { return m_rest.empty(); }

    std::size_t remaining() const { return m_rest.size(); }

    std::span<const std::byte> rest() const { return m_rest; }

    std::uint64_t address() const { return m_address; }

    template<typename T>
    T value()
    {
        static_assert(std::is_trivially_copyable_v<T>);
        T result{};
        if (const auto bytes = take(sizeof(T)); !bytes.empty())
            std::memcpy(&result, bytes.data(), sizeof(T));
        return result;
    }

    std::uint8_t byte() { return value<std::uint8_t>(); }

    std::uint64_t uleb();
    std::int64_t sleb();

    // Takes `count` bytes. If there are fewer, the result is empty and the cursor is bad.
    std::span<const std::byte> take(std::uint64_t count)
    {
        if (count > m_rest.size()) {
            m_isGood = false;
            m_rest = {};
            return {};
        }
        const auto bytes = m_rest.first(count);
        m_rest = m_rest.subspan(count);
        m_address += count;
        return bytes;
    }

    // Reads a pointer. Of an indirect pointer, this is the address of the pointer.
    std::uint64_t pointer(std::uint8_t encoding, std::uint64_t dataBase);

private:
    std::uint64_t pointerValue(std::uint8_t format);

    std::span<const std::byte> m_rest;
    std::uint64_t m_address = 0;
    bool m_isGood = true;
};

} // namespace ember::capture
