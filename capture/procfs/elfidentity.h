// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/binaryreader.h"
#include "model/core/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ember::capture {

enum class ElfClass : std::uint8_t { Elf32, Elf64 };

// A PT_LOAD program header.
struct LoadSegment {
    std::uint64_t offset = 0; // in the file
    std::uint64_t fileSize = 0;
    std::uint64_t address = 0; // in the file's own address space
    std::uint64_t memorySize = 0;
    bool isExecutable = false;
};

struct FileRange {
    std::uint64_t offset = 0;
    std::uint64_t address = 0;
    std::uint64_t size = 0;
};

// Data from the program headers of an ELF file. For 32-bit and big-endian files only class, machine
// and type are read.
struct ElfIdentity {
    ElfClass elfClass = ElfClass::Elf64;
    bool isLittleEndian = true;
    std::uint16_t machine = 0; // EM_X86_64, …
    std::uint16_t type = 0; // ET_EXEC, ET_DYN, …
    std::uint64_t entry = 0; // in the file's address space
    std::string interpreter; // PT_INTERP; "": static, or a library
    std::string buildId; // lower hex; "" if it has none
    std::vector<std::string> needed; // DT_NEEDED
    std::vector<LoadSegment> segments;
    std::optional<FileRange> ehFrameHeader; // PT_GNU_EH_FRAME

    // File offset of an address; empty if no byte of the file is loaded there.
    std::optional<std::uint64_t> offsetOf(std::uint64_t address) const;
    // Run-time address minus address in the file, for a mapping of `offset` at `start`.
    std::optional<std::uint64_t> biasOf(std::uint64_t offset, std::uint64_t start) const;
    // Size of the address range from the first to the last segment, in whole pages.
    std::uint64_t span() const;
};

// Reads the identity of a file. Errors: UnknownFormat (not ELF), Truncated, SyntaxError.
model::Result<ElfIdentity> readElfIdentity(const BinaryReader &reader);
model::Result<ElfIdentity> readElfIdentity(const std::string &path);

} // namespace ember::capture
