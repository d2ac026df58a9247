// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/symbolizer.h"
#include "views/disassembly/machinecode.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace ember::app {

// Reads machine code from the binaries that a profile names, with their lines. A binary is taken
// only if its build-id is the profile's, as for names. What was read is kept.
class CodeReader : public views::CodeSource {
public:
    // Servers are asked for nothing.
    explicit CodeReader(capture::SymbolPaths paths);

    views::MachineCode codeAt(const model::Profile &profile,
                              std::span<const model::InstructionPlace> places) override;

private:
    struct Found {
        views::CodeFault fault = views::CodeFault::None;
        std::string binary;
        model::ImageIndex image;
        std::uint64_t bias = 0; // run-time address − address in the file
        std::uint64_t address = 0; // in the file
        views::CodeBlockPointer block;
    };

    static bool isIn(const Found &found, const model::InstructionPlace &place);
    Found find(const model::Profile &profile, const model::InstructionPlace &place);
    views::CodeBlockPointer read(const model::ImageKey &image, capture::FunctionCode code);
    void addLines(views::CodeBlock &block, const model::ImageKey &image, std::uint64_t bias);
    void nameTargets(views::CodeBlock &block, const model::ImageKey &image, std::uint64_t bias);

    std::mutex m_mutex;
    capture::Symbolizer m_symbols;
    // By file and the function's address in it; null: it cannot be decoded.
    std::map<std::pair<std::string, std::uint64_t>, views::CodeBlockPointer> m_blocks;
};

} // namespace ember::app
