// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/unwind/cfiprogram.h"
#include "capture/unwind/unwindtable.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace ember::capture {

enum class FrameSection : std::uint8_t {
    EhFrame, // LSB core: pointers are encoded, a common entry precedes the functions' entries
    DebugFrame, // DWARF 5, 6.4
};

// A section of call frame information, with the data of its binary that is needed to read it.
struct FrameSectionContent {
    std::span<const std::byte> bytes;
    std::uint64_t address = 0; // address of bytes[0] in the file's address space
    std::uint64_t dataBase = 0; // address from which data-relative pointers count: that of
                                // .eh_frame_hdr
    FrameSection section = FrameSection::EhFrame;
};

// Code whose frames all have one form: `value` is as in CfaRule; the return address is where a call
// puts it or, in code to which a signal handler returns, where the kernel puts it.
struct CodeStretch {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    CfaKind kind = CfaKind::Root;
    std::int32_t value = 0;
    enum class Saved : std::uint8_t {
        ReturnAddress,
        FramePointer, // the return address, and the frame pointer right below it
        ByKernel, // all registers, as the kernel puts them on the stack for a signal handler
    };
    Saved saved = Saved::ReturnAddress;
    Register base = machine::stackPointer;
};

// What is known of code that may lie between the entries of the sections. Where an entry begins at
// the same address, the entry takes precedence.
struct UndescribedCode {
    // Entry point of the program: the root of its stacks. The loader's entry point has no call
    // frame information.
    std::optional<std::uint64_t> entry;
    std::vector<CodeStretch> stretches; // in any order
};

// Builds the table of one binary from its sections. The bytes are not trusted: entries that are
// malformed or of another machine are left out and counted. If two entries describe the same code,
// the first one counts.
UnwindTable parseFrames(std::span<const FrameSectionContent> sections, const UndescribedCode &code);

// A frame description entry (FDE): the instructions of one function.
struct FunctionEntry {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint32_t common = 0; // number of its common entry
    std::span<const std::byte> instructions;
};

// Reads the entries of a section, and sorts its functions by address. Cheap: runs the instructions
// of common entries only, not those of functions.
class FrameEntries {
public:
    // The bytes of `content` and the builder must outlive this.
    FrameEntries(const FrameSectionContent &content, UnwindTableBuilder &builder);

    const std::vector<FunctionEntry> &functions() const { return m_functions; }

    const CommonEntry &commonOf(const FunctionEntry &function) const
    {
        return m_commons[function.common];
    }

    DwarfCursor instructionsOf(const FunctionEntry &function) const
    {
        const auto offset = function.instructions.data() - m_content.bytes.data();
        return {function.instructions, m_content.address + static_cast<std::uint64_t>(offset)};
    }

    std::uint64_t dataBase() const { return m_content.dataBase; }

private:
    // An entry; `content` is what follows its length and owner.
    struct Entry {
        std::uint64_t offset = 0; // offset of the entry in the section
        DwarfCursor content;
        std::uint64_t owner = 0; // offset of the entry's common entry in the section
        bool isCommon = false;
    };

    std::optional<Entry> takeEntry(DwarfCursor &section) const;
    template<typename Use>
    void forEachEntry(Use use);
    bool readFunction(const Entry &entry);
    std::optional<std::size_t> commonAt(std::uint64_t offset);
    std::optional<CommonEntry> readCommon(const Entry &entry) const;
    bool readAugmentation(std::span<const std::byte> letters, DwarfCursor &cursor,
                          CommonEntry &common) const;
    std::uint64_t offsetOf(const DwarfCursor &cursor) const;

    const FrameSectionContent m_content;
    UnwindTableBuilder &m_builder;
    std::vector<CommonEntry> m_commons;
    std::unordered_map<std::uint64_t, std::size_t> m_commonByOffset;
    // Offset of the common entry that was asked for last.
    std::uint64_t m_lastOffset = ~std::uint64_t(0);
    std::optional<std::size_t> m_lastCommon;
    std::vector<FunctionEntry> m_functions;
};

} // namespace ember::capture
