// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/binaryreader.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

// A symbol that a binary exports.
struct DynamicSymbol {
    std::uint64_t address = 0; // in the file's own address space
    std::uint64_t size = 0; // 0: not said
    std::uint32_t index = 0; // in the table of symbols
};

// How the code of a file finds a thread-local variable that the file defines.
struct ThreadLocalSymbol {
    enum class Place : std::uint8_t {
        FromThreadPointer, // at `offset` from the thread pointer: the file is the executable
        OffsetInSlot, // at the word in `slot` from the thread pointer
        ModuleInSlot, // at `offset` in the thread's block of the module whose number is in `slot`
    };

    Place place = Place::FromThreadPointer;
    std::uint64_t slot = 0; // in the file's own address space; filled by the loader
    std::int64_t offset = 0;
};

// Finds exported symbols (.dynsym) of an ELF file by name. They are what stripping leaves. A name
// is found by the file's hash table (DT_GNU_HASH or DT_HASH), so that most of the table is never
// read. The content is not trusted.
class DynamicSymbols {
public:
    // A file without a dynamic section, or one that cannot be read, has no symbols.
    explicit DynamicSymbols(BinaryReader reader);

    // Finds a symbol that the file defines; absent: it has none of this name, or only needs it.
    std::optional<DynamicSymbol> find(std::string_view name) const;
    // Finds a thread-local variable (x86-64, ELF Handling For Thread-Local Storage §4); absent also
    // if its place is not known.
    std::optional<ThreadLocalSymbol> findThreadLocal(std::string_view name) const;

private:
    struct Segment {
        std::uint64_t address = 0;
        std::uint64_t offset = 0;
        std::uint64_t size = 0;
    };

    void readHeaders();
    void readDynamic(std::uint64_t offset, std::uint64_t size);
    std::optional<std::uint64_t> offsetOf(std::uint64_t address) const;
    std::optional<DynamicSymbol> symbolIfNamed(std::uint32_t index, std::string_view name) const;
    std::optional<DynamicSymbol> findByGnuHash(std::string_view name) const;
    std::optional<DynamicSymbol> findByHash(std::string_view name) const;

    BinaryReader m_reader;
    std::vector<Segment> m_segments;
    // Offsets of the tables in the file; 0: the file has none.
    std::uint64_t m_symbols = 0;
    std::uint64_t m_strings = 0;
    std::uint64_t m_gnuHash = 0;
    std::uint64_t m_hash = 0;
    std::uint64_t m_relocations = 0;
    std::uint64_t m_relocationBytes = 0;
    // The size of the initial thread-local variables, rounded up to their alignment.
    std::uint64_t m_threadLocalBytes = 0;
};

} // namespace ember::capture
