// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/disassembly/disassembler.h"

#include <algorithm>
#include <capstone/capstone.h>
#include <elf.h>
#include <memory>
#include <string_view>

namespace ember::app {

namespace {

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
