// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/disassembly/machinecode.h"
#include "views/source/sourcefile.h"
#include "views/source/sourceplaces.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ember::views {

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
