// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/debuginfo.h"
#include "capture/symbols/elffile.h"
#include "capture/unwind/gofunctions.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

// Names, files, lines and inlined calls of a Go program from the table that Go's own tracebacks
// use. Programs have it even if they were linked without symbols (-ldflags="-s -w") or stripped.
class GoSymbols {
public:
    // nullptr if the file is no Go program, or one whose table has an unknown layout. The file must
    // outlive the result.
    static std::unique_ptr<GoSymbols> read(const ElfFile &file);

    // The functions at an address of the file, innermost first; the last is not inlined. Empty
    // outside Go code.
    std::vector<SourceFrame> framesAt(std::uint64_t address) const;

    std::optional<GoFunctions::Function> functionAt(std::uint64_t address) const
    {
        return m_functions.functionAt(address);
    }

    std::string nameOf(const GoFunctions::Function &function) const
    {
        return std::string(m_functions.name(function));
    }

private:
    // An inlined call, as the table has it.
    struct InlinedCall {
        std::string_view name;
        std::uint64_t callAddress = 0; // address of an instruction on the line of the call
    };

    GoSymbols(const ElfFile &file, const GoSections &sections, GoFunctions functions);

    std::uint64_t findModuleData(const GoSections &sections) const;
    std::uint64_t wordAt(std::uint64_t address) const;
    std::span<const std::byte> bytesAt(std::uint64_t address, std::uint64_t size) const;
    std::uint64_t inlinedCallsOf(const GoFunctions::Function &function) const;
    std::optional<InlinedCall> inlinedCallAt(const GoFunctions::Function &function,
                                             std::uint64_t calls, std::uint64_t address) const;
    SourceFrame frameAt(const GoFunctions::Function &function, std::uint64_t address) const;

    const ElfFile &m_file;
    const std::span<const std::byte> m_relocations;
    const GoFunctions m_functions;
    // The address that references to tables of inlined calls are relative to; 0: not known.
    std::uint64_t m_dataStart = 0;
};

} // namespace ember::capture
