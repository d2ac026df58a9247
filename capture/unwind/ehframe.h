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

// Code whose frames have one form: `value` as in CfaRule, the return address is right below the
// CFA.
struct CodeStretch {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    CfaKind kind = CfaKind::Root;
    std::int32_t value = 0;
};

// A section of call frame information, and what of its binary is needed to read it.
struct FrameSectionContent {
    std::span<const std::byte> bytes;
    std::uint64_t address = 0; // of bytes[0], in the file's address space
    std::uint64_t dataBase = 0; // what data-relative pointers count from: .eh_frame_hdr
    FrameSection section = FrameSection::EhFrame;
    // Where the program starts. Code there that no entry describes is the root of its stacks: the
    // loader's entry has no call frame information.
    std::optional<std::uint64_t> entry;
    // Further code that may lie between the entries, in any order. An entry that describes its
    // start takes precedence.
    std::vector<CodeStretch> undescribed;
};

// The section as a table. Anything may be in `bytes`: entries that are malformed or of another
// machine are left out and counted.
UnwindTable parseEhFrame(const FrameSectionContent &content);
UnwindTable parseEhFrame(std::span<const std::byte> bytes);

} // namespace ember::capture
