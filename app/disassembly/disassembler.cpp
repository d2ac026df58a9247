// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/disassembly/disassembler.h"

#include <algorithm>
#include <capstone/capstone.h>
#include <elf.h>
#include <memory>
#include <string_view>

namespace ember::app {

namespace {

using Code = std::span<const std::uint8_t>;

// The number of bytes of an operand: its ModRM byte, and what that says follows; 0: cut off.
std::size_t operandLength(Code code)
{
    if (code.empty())
        return 0;
    const unsigned mode = code[0] >> 6U;
    const unsigned base = code[0] & 7U;
    constexpr unsigned isRegister = 3;
    constexpr unsigned hasScale = 4;
    constexpr unsigned isWide = 5; // in mode 0: a displacement of 4 bytes, and no register
    if (mode == isRegister)
        return 1;
    if (base == hasScale && code.size() < 2)
        return 0;
    const std::size_t before = base == hasScale ? 2 : 1;
    const unsigned last = base == hasScale ? code[1] & 7U : base;
    if (mode == 1)
        return before + 1;
    return mode == 2 || last == isWide ? before + 4 : before;
}

// The length of a vector instruction of x86-64, which its prefix (VEX or EVEX) tells; 1 for any
// other instruction, and for one that is cut off.
std::size_t vectorLength(Code code)
{
    constexpr std::uint8_t shortVex = 0xc5;
    constexpr std::uint8_t vex = 0xc4;
    constexpr std::uint8_t evex = 0x62;
    if (code.empty() || (code[0] != shortVex && code[0] != vex && code[0] != evex))
        return 1;
    const std::size_t prefix = code[0] == shortVex ? 2 : code[0] == vex ? 3 : 4;
    if (code.size() <= prefix)
        return 1;
    const unsigned map = code[0] == shortVex ? 1 : code[1] & (code[0] == vex ? 0x1fU : 7U);
    const unsigned opcode = code[prefix];
    const bool hasNumber = map == 3
        || (map == 1
            && ((opcode >= 0x70 && opcode <= 0x73) || opcode == 0xc2
                || (opcode >= 0xc4 && opcode <= 0xc6)));
    const std::size_t operand = operandLength(code.subspan(prefix + 1));
    const std::size_t length = prefix + 1 + operand + (hasNumber ? 1 : 0);
    return operand == 0 || length > code.size() ? 1 : length;
}

// Returns how many bytes Capstone skips where it cannot decode: a whole vector instruction, as it
// does not know AVX-512 before version 5. By itself it would go on at the next byte, within the
// instruction, and take the rest for others.
std::size_t skipped(const std::uint8_t *code, std::size_t size, std::size_t offset, void * /*data*/)
{
    return vectorLength(Code(code, size).subspan(offset));
}

// Owns a Capstone handle.
class Decoder {
public:
    explicit Decoder(std::uint16_t machine) : m_machine(machine)
    {
        const bool isArm = machine == EM_AARCH64;
        const auto opened = cs_open(isArm ? CS_ARCH_ARM64 : CS_ARCH_X86,
                                    isArm ? CS_MODE_LITTLE_ENDIAN : CS_MODE_64, &m_handle);
        m_isOpen = opened == CS_ERR_OK;
        if (!m_isOpen)
            return;
        cs_option(m_handle, CS_OPT_DETAIL, CS_OPT_ON);
        cs_option(m_handle, CS_OPT_SKIPDATA, CS_OPT_ON);
        if (!isArm) {
            cs_opt_skipdata skipping{".byte", skipped, nullptr};
            cs_option(m_handle, CS_OPT_SKIPDATA_SETUP, reinterpret_cast<std::size_t>(&skipping));
        }
        m_instruction.reset(cs_malloc(m_handle));
    }

    ~Decoder()
    {
        m_instruction.reset();
        if (m_isOpen)
            cs_close(&m_handle);
    }

    Decoder(const Decoder &) = delete;
    Decoder &operator=(const Decoder &) = delete;

    bool isOpen() const { return m_isOpen; }

    std::vector<DecodedInstruction> decode(std::span<const std::byte> code, std::uint64_t address)
    {
        std::vector<DecodedInstruction> all;
        const auto *bytes = reinterpret_cast<const std::uint8_t *>(code.data());
        std::size_t left = code.size();
        while (left > 0 && cs_disasm_iter(m_handle, &bytes, &left, &address, m_instruction.get()))
            all.push_back({m_instruction->address, m_instruction->size, text(), target()});
        // The bytes of an incomplete instruction at the end.
        if (left > 0)
            all.push_back({address, static_cast<std::uint32_t>(left), ".byte", std::nullopt});
        return all;
    }

private:
    struct Release {
        void operator()(cs_insn *instruction) const { cs_free(instruction, 1); }
    };

    std::string text() const
    {
        constexpr std::size_t operandColumn = 9;
        std::string text(static_cast<const char *>(m_instruction->mnemonic));
        const std::string_view operands(static_cast<const char *>(m_instruction->op_str));
        if (!operands.empty())
            text.append(text.size() < operandColumn ? operandColumn - text.size() : 1, ' ');
        return text.append(operands);
    }

    std::optional<std::uint64_t> target() const
    {
        // Skipped data has no details.
        if (m_instruction->id == 0 || m_instruction->detail == nullptr || !isBranch())
            return std::nullopt;
        return m_machine == EM_AARCH64 ? lastNumber(m_instruction->detail->arm64, ARM64_OP_IMM)
                                       : lastNumber(m_instruction->detail->x86, X86_OP_IMM);
    }

    bool isBranch() const
    {
        return cs_insn_group(m_handle, m_instruction.get(), CS_GRP_JUMP)
            || cs_insn_group(m_handle, m_instruction.get(), CS_GRP_CALL);
    }

    // Returns the branch target operand. Some AArch64 branches have one or two operands before it
    // (a register, a bit number).
    template<typename Operands, typename Kind>
    static std::optional<std::uint64_t> lastNumber(const Operands &operands, Kind number)
    {
        if (operands.op_count == 0)
            return std::nullopt;
        const auto &last = operands.operands[operands.op_count - 1];
        return last.type == number ? std::optional(static_cast<std::uint64_t>(last.imm))
                                   : std::nullopt;
    }

    std::uint16_t m_machine;
    csh m_handle = 0;
    bool m_isOpen = false;
    std::unique_ptr<cs_insn, Release> m_instruction;
};

} // namespace

std::optional<std::vector<DecodedInstruction>>
disassembled(std::span<const std::byte> code, std::uint64_t address, std::uint16_t machine)
{
    if (machine != EM_X86_64 && machine != EM_AARCH64)
        return std::nullopt;
    Decoder decoder(machine);
    if (!decoder.isOpen())
        return std::nullopt;
    return decoder.decode(code, address);
}

} // namespace ember::app
