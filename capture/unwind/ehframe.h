// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/unwind/unwindtable.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ember::capture {

enum class FrameSection : std::uint8_t {
    EhFrame, // LSB core: pointers are encoded, an entry's owner lies before it
    DebugFrame, // DWARF 5, 6.4
};

// A section of call frame information, and what of its binary is needed to read it.
struct FrameSectionContent {
    std::span<const std::byte> bytes;
    std::uint64_t address = 0; // of bytes[0], in the file's address space
    std::uint64_t dataBase = 0; // what data-relative pointers count from: .eh_frame_hdr
    FrameSection section = FrameSection::EhFrame;
};

// Code whose frames have one form: `value` as in CfaRule, the return address is where a call puts
// it.
struct CodeStretch {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    CfaKind kind = CfaKind::Root;
    std::int32_t value = 0;
};

// What is known of code that may lie between the entries. An entry that describes its start takes
// precedence.
struct UndescribedCode {
    // Where the program starts: the root of its stacks. The loader's entry has no call frame
    // information.
    std::optional<std::uint64_t> entry;
    std::vector<CodeStretch> stretches; // in any order
};

// The sections of one binary as a table. Anything may be in their bytes: entries that are malformed
// or of another machine are left out and counted. Where two describe the same code, the first one
// counts.
UnwindTable parseFrames(std::span<const FrameSectionContent> sections, const UndescribedCode &code);
// An .eh_frame section at address 0.
UnwindTable parseEhFrame(std::span<const std::byte> bytes);

} // namespace ember::capture
