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
    std::optional<std::uint64_t> target; // where it jumps to, or what it calls
    std::string targetName; // of a target in another function; "": not known
};

// Where instructions come from, from one of them up to the next entry.
struct CodeLine {
    std::size_t first = 0; // row of the instruction
    std::string file; // "": not known
    std::uint32_t line = 0;
    std::string inlined; // the function whose line that is, if it is inlined here
};

// The instructions of a function, or of a part that the compiler has put elsewhere. Immutable.
struct CodeBlock {
    std::string name; // "": not known
    std::string binary; // path of the file
    std::uint64_t start = 0; // in the file
    std::vector<Instruction> instructions; // side by side, in order of addresses
    std::vector<CodeLine> lines; // in order; empty: no lines are known
    bool isCut = false; // the function goes on

    // The row of the instruction that the byte belongs to; nothing: it is not here.
    std::optional<std::size_t> rowAt(std::uint64_t address) const;
};

using CodeBlockPointer = std::shared_ptr<const CodeBlock>;

// Why there are no instructions to an address.
enum class CodeFault : std::uint8_t {
    None,
    NoAddress, // samples do not tell where in the function they were
    OnlyStart, // likewise; but its beginning is known
    NoImage, // it is in no binary that the profile knows: made while the program ran
    NoBinary, // the file is not to be found
    OtherBinary, // the file at its path is another one
    NoCode, // the file has no code there
    NoFunction, // nothing tells where the function begins and ends
    OtherMachine, // of another kind of processor
    BehindCut, // in the part of a very long function that is not shown
};

// Where a place in a profile is in its code.
struct CodePosition {
    CodeFault fault = CodeFault::None;
    std::size_t block = 0;
    std::size_t instruction = 0; // of the block
    std::string binary; // at fault
};

struct MachineCode {
    std::vector<CodeBlockPointer> blocks; // in order of binaries and addresses
    std::vector<CodePosition> positions; // of each place asked for
};

// Reads machine code: views do not know binaries.
class CodeSource {
public:
    CodeSource() = default;
    CodeSource(const CodeSource &) = delete;
    CodeSource &operator=(const CodeSource &) = delete;
    virtual ~CodeSource() = default;

    // The functions around those places, each once. The same blocks again for the same functions.
    // Takes as long as the disk; from any thread, one at a time waits for the others.
    virtual MachineCode codeAt(const model::Profile &profile,
                               std::span<const model::InstructionPlace> places) = 0;
};

// The instructions of a function as rows, with the lines of source they come from between them.
// Immutable.
struct Listing {
    enum class RowKind : std::uint8_t {
        Block, // the name of what follows; only where there are several
        Line, // `index`: of CodeBlock::lines
        Instruction, // `index`: of CodeBlock::instructions
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
    SourcePlaces places; // where these were looked for
    int longestText = 0; // in letters, about

    const CodeBlock &blockAt(std::size_t row) const { return *blocks[rows[row].block]; }

    // Null: the row is none.
    const Instruction *instructionAt(std::size_t row) const;
    const CodeLine *lineAt(std::size_t row) const;
    // "    jne      0x1234 <name>"; empty: the row is no instruction.
    QString instructionText(std::size_t row) const;
    // "file.cpp:12 (function)  text of the line"; empty: the row is none, or the line not known.
    QString lineText(std::size_t row) const;
    // Where the row's instruction jumps to, if that is shown.
    std::optional<std::size_t> targetOf(std::size_t row) const;
};

using ListingPointer = std::shared_ptr<const Listing>;

// `known` again if it has the same blocks and places; else its source files, as far as they are
// unchanged. Takes as long as the disk: not for the UI thread.
ListingPointer listingOf(std::vector<CodeBlockPointer> blocks, const SourcePlaces &places,
                         const SourceAge &age, const ListingPointer &known);

} // namespace ember::views
