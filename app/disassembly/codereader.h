// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/symbolizer.h"
#include "views/code/machinecode.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace ember::app {

// Reads and decodes machine code, with lines, from the binaries of a profile. A binary is used only
// if its build-id is the profile's. Results are cached.
class CodeReader : public views::CodeSource {
public:
    // Debuginfod servers are never asked.
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
    // Decoded functions by file and address in it; null: cannot be decoded.
    std::map<std::pair<std::string, std::uint64_t>, views::CodeBlockPointer> m_blocks;
};

} // namespace ember::app
