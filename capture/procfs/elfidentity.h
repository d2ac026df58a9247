// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/binaryreader.h"
#include "model/core/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace ember::capture {

// Identifies a file independently of its name (device, inode, size, time), so that data read from
// it is valid for every process that maps it. All zero: not a file.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t size = 0;
    std::int64_t modifiedNs = 0; // since the Unix epoch

    friend bool operator==(const FileIdentity &, const FileIdentity &) = default;

    friend bool operator<(const FileIdentity &left, const FileIdentity &right)
    {
        return std::tie(left.device, left.inode, left.size, left.modifiedNs)
            < std::tie(right.device, right.inode, right.size, right.modifiedNs);
    }
};

// Reads the identity of a file. Errors: FileNotFound, FileUnreadable.
model::Result<FileIdentity> readFileIdentity(const std::string &path);

// Reasons why a program would run with more privileges than its caller.
struct RaisedPrivileges {
    bool setUser = false; // setuid bit, and owned by another user
    bool setGroup = false;
    bool capabilities = false; // security.capability

    bool any() const { return setUser || setGroup || capabilities; }
};

// The raised privileges of a program for the effective user and group of this process. Errors:
// FileNotFound, FileUnreadable.
model::Result<RaisedPrivileges> readRaisedPrivileges(const std::string &path);

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
};

// Reads the identity of an ELF file. Errors: UnknownFormat (not ELF), Truncated, SyntaxError; given
// a path, also those of BinaryReader::open().
model::Result<ElfIdentity> readElfIdentity(const BinaryReader &reader);
model::Result<ElfIdentity> readElfIdentity(const std::string &path);

} // namespace ember::capture
