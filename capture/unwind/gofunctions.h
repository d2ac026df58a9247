// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/binaryreader.h"
#include "capture/unwind/ehframe.h"
#include "capture/unwind/tablecache.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ember::capture {

// The sections of a Go program that its table of functions needs. All bytes must outlive the table.
struct GoSections {
    std::span<const std::byte> table; // .gopclntab, in position-independent programs
                                      // .data.rel.ro.gopclntab; stripping keeps both
    std::uint64_t address = 0; // of the table in the file
    std::uint64_t codeStart = 0; // address of .text in the file
    std::uint64_t codeEnd = 0;
    std::span<const std::byte> relocations; // .rela or .rela.dyn; empty if there is none
};

// Returns the value that a section's relocations (Elf64_Rela) put at an address; absent if none of
// them does.
std::optional<std::uint64_t> relocatedWord(std::span<const std::byte> relocations,
                                           std::uint64_t address);

// Whether Go's signal handlers return to this function, which makes the kernel resume the
// interrupted code.
constexpr bool isGoSignalReturn(std::string_view name)
{
    return name == "runtime.sigreturn" || name == "runtime.sigreturn__sigaction";
}

// The table of functions that Go's linker writes for Go's own tracebacks: names, and per code
// address file, line, inlined call and size of the frame. Known layouts: those of Go 1.16, 1.18 and
// 1.20, told by their first word, little-endian with words of eight bytes (Go's sources:
// debug/gosym, runtime/symtab.go). The bytes are not trusted: what lies outside the table or is of
// another form counts as not known. Addresses are those of the file.
class GoFunctions {
public:
    enum class Layout : std::uint8_t { Go16, Go18, Go20 };

    // Numbers of the columns of values that all functions have.
    enum class Column : std::uint8_t { FrameSize, File, Line };

    struct Function {
        std::uint64_t start = 0;
        std::uint64_t end = 0; // exclusive: where the next one starts
        std::size_t record = 0; // offset of its record in m_functions
    };

    // A range of addresses that have one value.
    struct Stretch {
        std::uint64_t start = 0;
        std::uint64_t end = 0;
        std::int32_t value = 0;
    };

    // Reads the table. Absent if the bytes are not a table of a known layout, or its functions are
    // not in order.
    static std::optional<GoFunctions> read(const GoSections &sections);

    Layout layout() const { return m_layout; }

    std::size_t count() const { return m_count; }

    // Returns the function of a number. Absent if its start and end are not addresses of code.
    std::optional<Function> function(std::size_t number) const;
    std::optional<Function> functionAt(std::uint64_t address) const;

    std::string_view name(const Function &function) const;
    // A name by its offset, as inlined calls have it. "" if there is none.
    std::string_view nameAt(std::int64_t offset) const;
    // The path as the compiler was given it; "" if not known.
    std::string_view file(const Function &function, std::int32_t number) const;
    // Whether Go's own tracebacks end at this function.
    bool isRoot(const Function &function) const;

    // The stretch of a column that an address of the function lies in.
    std::optional<Stretch> valueAt(const Function &function, Column column,
                                   std::uint64_t address) const;
    // Returns the stretch at an address as valueAt() does, but of the function's further columns
    // (Go: PCDATA).
    std::optional<Stretch> dataAt(const Function &function, std::uint32_t number,
                                  std::uint64_t address) const;
    // Calls `use(stretch)` for all stretches of a column, in order.
    template<typename Use>
    void forEachStretch(const Function &function, Column column, Use use) const
    {
        Steps steps(*this, function, columnOffset(function, column));
        while (const auto stretch = steps.next())
            use(*stretch);
    }

    // The reference to a function's table of data (Go: FUNCDATA): until Go 1.17 an address, since
    // then an offset to a place that the program's module data has.
    std::optional<std::uint64_t> reference(const Function &function, std::uint32_t number) const;
    // The address of reference()'s own word, which a position-independent program relocates.
    std::optional<std::uint64_t> referencePlace(const Function &function,
                                                std::uint32_t number) const;

private:
    // Reads a column: pairs of steps of value and address.
    class Steps {
    public:
        Steps(const GoFunctions &table, const Function &function, std::uint32_t offset);
        std::optional<Stretch> next();

    private:
        std::optional<std::uint32_t> number();

        std::span<const std::byte> m_rest;
        std::uint64_t m_end;
        std::uint32_t m_quantum;
        bool m_isFirst = true;
        Stretch m_stretch;
    };

    GoFunctions() = default;
    bool readHeader(const GoSections &sections);
    bool isInOrder() const;
    std::uint64_t startOf(std::size_t number) const;
    std::uint64_t entry(std::size_t number, std::size_t half) const;
    std::size_t fixedSize() const;
    std::uint32_t field(const Function &function, std::size_t number) const;
    std::uint32_t columnOffset(const Function &function, Column column) const;
    std::optional<Stretch> find(const Function &function, std::uint32_t offset,
                                std::uint64_t address) const;

    std::uint64_t m_address = 0; // address of the table in the file
    std::span<const std::byte> m_table;
    std::span<const std::byte> m_names;
    std::span<const std::byte> m_units; // for each compilation unit the places of its files in
                                        // m_files
    std::span<const std::byte> m_files;
    std::span<const std::byte> m_columns;
    std::span<const std::byte> m_functions; // an index, and the records behind it
    std::uint64_t m_textStart = 0; // address from which the table's addresses count
    std::uint64_t m_codeStart = 0;
    std::uint64_t m_codeEnd = 0;
    std::size_t m_count = 0;
    std::uint32_t m_quantum = 1; // bytes per step of an address
    Layout m_layout = Layout::Go20;
};

// Returns the frames of Go code on x86-64 by address, from Go's own table: Go programs have no
// .eh_frame for that code, and without symbols no .debug_frame either. Empty if the file is no Go
// program.
std::vector<CodeStretch> goStretches(const BinaryReader &reader,
                                     const std::vector<StoredSection> &sections);

} // namespace ember::capture
