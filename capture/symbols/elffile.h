// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/system/filedescriptor.h"
#include "model/core/result.h"

#include <libelf.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ember::capture {

// The vDSO of this process as the bytes of an ELF file; empty if there is none. All 64-bit
// processes have the same one until the machine reboots.
std::span<const std::byte> ownVdso();

// The content of .gnu_debuglink: the debug file's name and the CRC-32 of all its bytes.
struct DebugLink {
    std::string name;
    std::uint32_t crc = 0;
};

// The properties of a section that symbolization needs. `address` is in the file's own address
// space.
struct ElfSection {
    Elf_Scn *handle = nullptr; // owned by the file
    std::string name;
    std::uint32_t type = 0;
    std::uint32_t link = 0; // sh_link
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    bool isCode = false;
};

// An open ELF file of any class and byte order. Sections are read by read() (not mapped) when
// needed, after a check against the file's size.
class ElfFile {
public:
    // Errors: FileNotFound, FileUnreadable, UnknownFormat (no ELF file).
    static model::Result<ElfFile> open(const std::string &path) { return open(path, path); }

    // Opens the file at `place`, a path that may lead to it for a while only (as in /proc); the
    // file is then known as `path`.
    static model::Result<ElfFile> open(const std::string &place, const std::string &path);
    static model::Result<ElfFile> fromBytes(std::span<const std::byte> bytes, std::string name);
    const std::string &path() const { return m_path; }

    Elf *handle() const { return m_elf.get(); }

    int descriptor() const { return m_descriptor.number(); } // -1 for bytes

    std::uint64_t size() const; // bytes

    const std::vector<ElfSection> &sections() const { return m_sections; }

    const ElfSection *section(std::string_view name) const;
    // The code section an address lies in; nullptr for data and gaps.
    const ElfSection *codeAt(std::uint64_t address) const;
    // The content; nullptr if there is none or it does not fit into the file.
    Elf_Data *data(const ElfSection &section) const;
    std::span<const std::byte> bytes(const ElfSection &section) const;

    // Size of all debug sections when unpacked, as the file declares.
    std::uint64_t unpackedDebugBytes() const;

    const std::string &buildId() const { return m_buildId; } // hex; "" if there is none

    // Start of the page that contains the first loadable segment: the address of the image's first
    // mapped byte.
    std::uint64_t firstLoadAddress() const { return m_firstLoadAddress; }

    // Address − offset in the file of the first executable segment; 0: there is none.
    std::uint64_t codeShift() const { return m_codeShift; }

    std::uint16_t machine() const { return m_machine; }

    std::optional<DebugLink> debugLink() const;

private:
    struct ElfEnd {
        void operator()(Elf *elf) const;
    };

    ElfFile(FileDescriptor descriptor, std::vector<char> bytes, std::string path);
    model::Result<void> begin();
    void readHeaders();
    void readSections();
    std::string findBuildId() const;

    // Declared before the libelf handle, which must be closed first.
    FileDescriptor m_descriptor;
    std::vector<char> m_bytes; // content given to fromBytes()
    std::unique_ptr<Elf, ElfEnd> m_elf;
    std::string m_path;
    std::vector<ElfSection> m_sections;
    std::string m_buildId;
    std::uint64_t m_firstLoadAddress = 0;
    std::uint64_t m_codeShift = 0;
    std::uint16_t m_machine = 0;
};

} // namespace ember::capture
