// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/query/instructionvisits.h"
#include "views/code/sourcefile.h"
#include "views/code/sourceplaces.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ember::views {

struct Instruction {
    std::uint64_t address = 0; // in the binary's file, as symbol tables and objdump have it
    std::uint32_t length = 0; // bytes
    std::string text;
    std::optional<std::uint64_t> target; // address that it jumps to or calls
    std::string targetName; // for a target in another function; "": not known
};

// The source line of the instructions from `first` up to the next entry.
struct CodeLine {
    std::size_t first = 0; // row of the instruction
    std::string file; // "": not known
    std::uint32_t line = 0;
    std::string inlined; // the function that the line belongs to, if it is inlined here
};

// The instructions of a function, or of a part that the compiler has placed elsewhere. Immutable.
struct CodeBlock {
    std::string name; // "": not known
    std::string binary; // path of the file
    std::uint64_t start = 0; // in the file
    std::vector<Instruction> instructions; // contiguous, in order of addresses
    std::vector<CodeLine> lines; // in order; empty: no lines are known
    bool isCut = false; // the function continues

    // The row of the instruction that contains the byte at `address`; empty if it is not in this
    // block.
    std::optional<std::size_t> rowAt(std::uint64_t address) const;
};

using CodeBlockPointer = std::shared_ptr<const CodeBlock>;

// Why there are no instructions at an address.
enum class CodeFault : std::uint8_t {
    None,
    NoAddress, // samples have no address within the function
    OnlyStart, // samples have no address, but the function's start is known
    NoImage, // in no binary that the profile knows: made at run time
    NoBinary, // the file was not found
    OtherBinary, // the file at its path is a different one
    NoCode, // the file has no code there
    NoFunction, // the function's bounds are not known
    OtherMachine, // for another kind of processor
    BehindCut, // in the part of a very long function that is not shown
};

// Where the instruction at a place of the profile is found, or why not.
struct CodePosition {
    CodeFault fault = CodeFault::None;
    std::size_t block = 0;
    std::size_t instruction = 0; // index in the block
    std::string binary; // the binary whose code is missing
};

struct MachineCode {
    std::vector<CodeBlockPointer> blocks; // in order of binaries and addresses
    std::vector<CodePosition> positions; // one per place asked for
};

// Interface through which views get machine code: they do not know binaries.
class CodeSource {
public:
    CodeSource() = default;
    CodeSource(const CodeSource &) = delete;
    CodeSource &operator=(const CodeSource &) = delete;
    virtual ~CodeSource() = default;

    // Returns the functions around the places, each once. Asked again for the same functions, it
    // returns the same blocks. Reads the disk; thread-safe, but other callers wait.
    virtual MachineCode codeAt(const model::Profile &profile,
                               std::span<const model::InstructionPlace> places) = 0;
};

// The rows of a disassembly: instructions, and before them the source lines that they come from.
// Immutable.
struct Listing {
    enum class RowKind : std::uint8_t {
        Block, // the name of the block that follows; only if there are several
        Line, // `index` is one of CodeBlock::lines
        Instruction, // `index` is one of CodeBlock::instructions
    };

    struct Row {
        RowKind kind = RowKind::Instruction;
        std::uint32_t block = 0;
        std::uint32_t index = 0;
    };

    std::vector<CodeBlockPointer> blocks;
    std::vector<Row> rows;
    std::vector<std::vector<std::uint32_t>> rowOf; // by block and instruction
    std::map<std::string, SourceFilePointer> sources; // by path in the blocks' lines
    SourcePlaces places; // where sources were looked for
    int longestText = 0; // in letters, approximately

    const CodeBlock &blockAt(std::size_t row) const { return *blocks[rows[row].block]; }

    // Returns the row's instruction; null if it has none.
    const Instruction *instructionAt(std::size_t row) const;
    const CodeLine *lineAt(std::size_t row) const;
    // Returns "    jne      0x1234 <name>"; empty if the row is no instruction.
    QString instructionText(std::size_t row) const;
    // Returns "file.cpp:12 (function)  text of the line"; empty if the row is no line or the line
    // is not known.
    QString lineText(std::size_t row) const;
    // Returns the row that the row's instruction jumps to, if that is shown.
    std::optional<std::size_t> targetOf(std::size_t row) const;
};

using ListingPointer = std::shared_ptr<const Listing>;

// Makes a listing. Returns `known` again if it has the same blocks and places; otherwise reuses
// those of its source files that are unchanged. Reads the disk: not for the UI thread.
ListingPointer listingOf(std::vector<CodeBlockPointer> blocks, const SourcePlaces &places,
                         const SourceAge &age, const ListingPointer &known);

} // namespace ember::views
