// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/disassembly/codereader.h"

#include "app/disassembly/disassembler.h"
#include "model/profile/reframe.h"

#include <algorithm>
#include <tuple>

namespace ember::app {

using capture::FunctionCode;
using model::ImageKey;
using model::ResolvedFrame;
using views::CodeBlock;
using views::CodeBlockPointer;
using views::CodeFault;
using views::CodeLine;
using views::CodePosition;
using views::Instruction;

namespace {

capture::SymbolPaths withoutServers(capture::SymbolPaths paths)
{
    paths.servers = capture::AskServers::Never;
    return paths;
}

CodeFault faultOf(FunctionCode::State state)
{
    switch (state) {
    case FunctionCode::State::Read: break;
    case FunctionCode::State::NoBinary: return CodeFault::NoBinary;
    case FunctionCode::State::OtherBinary: return CodeFault::OtherBinary;
    case FunctionCode::State::NoCode: return CodeFault::NoCode;
    case FunctionCode::State::NoFunction: return CodeFault::NoFunction;
    }
    return CodeFault::None;
}

bool isSameLine(const CodeLine &left, const CodeLine &right)
{
    return left.line == right.line && left.file == right.file && left.inlined == right.inlined;
}

bool goesBefore(const CodeBlockPointer &left, const CodeBlockPointer &right)
{
    return std::tie(left->binary, left->start) < std::tie(right->binary, right->start);
}

} // namespace

CodeReader::CodeReader(capture::SymbolPaths paths) : m_symbols(withoutServers(std::move(paths))) { }

views::MachineCode CodeReader::codeAt(const model::Profile &profile,
                                      std::span<const model::InstructionPlace> places)
{
    const std::lock_guard lock(m_mutex);
    views::MachineCode code;
    std::vector<Found> all;
    for (const auto &place : places) {
        // Places are sorted by address, so most are in the same function as the previous one.
        const bool isKnown = !all.empty() && isIn(all.back(), place);
        all.push_back(isKnown ? all.back() : find(profile, place));
        if (isKnown)
            all.back().address = place.address - all.back().bias;
        else if (all.back().block)
            code.blocks.push_back(all.back().block);
    }
    std::ranges::sort(code.blocks, goesBefore);
    code.blocks.erase(std::unique(code.blocks.begin(), code.blocks.end()), code.blocks.end());
    for (Found &found : all) {
        CodePosition position;
        position.fault = found.fault;
        position.binary = std::move(found.binary);
        if (found.block) {
            const auto row = found.block->rowAt(found.address);
            position.block = static_cast<std::size_t>(
                std::ranges::lower_bound(code.blocks, found.block, goesBefore)
                - code.blocks.begin());
            position.instruction = row.value_or(0);
            if (!row)
                position.fault = CodeFault::BehindCut;
        }
        code.positions.push_back(std::move(position));
    }
    return code;
}

bool CodeReader::isIn(const Found &found, const model::InstructionPlace &place)
{
    return found.block && found.image == place.image
        && found.block->rowAt(place.address - found.bias).has_value();
}

CodeReader::Found CodeReader::find(const model::Profile &profile,
                                   const model::InstructionPlace &place)
{
    Found found;
    found.image = place.image;
    if (place.address == 0 || !place.image.isValid()) {
        found.fault = place.address == 0 ? CodeFault::NoAddress : CodeFault::NoImage;
        return found;
    }
    const ImageKey image = model::imageKey(profile, place.image);
    auto code = m_symbols.functionCode(image, place.address);
    found.fault = faultOf(code.state);
    found.binary = code.binary;
    if (found.fault != CodeFault::None)
        return found;
    found.bias = code.bias;
    found.address = place.address - code.bias;
    const auto [entry, isNew] = m_blocks.try_emplace({code.binary, code.start});
    if (isNew)
        entry->second = read(image, std::move(code));
    found.block = entry->second;
    if (!found.block)
        found.fault = CodeFault::OtherMachine;
    return found;
}

CodeBlockPointer CodeReader::read(const ImageKey &image, FunctionCode code)
{
    auto decoded = disassembled(code.bytes, code.start, code.machine);
    if (!decoded)
        return nullptr;
    auto block = std::make_shared<CodeBlock>();
    block->name = std::move(code.name);
    block->binary = std::move(code.binary);
    block->start = code.start;
    block->isCut = code.isCut;
    for (DecodedInstruction &one : *decoded)
        block->instructions.push_back(
            {one.address, one.length, std::move(one.text), one.target, {}});
    addLines(*block, image, code.bias);
    nameTargets(*block, image, code.bias);
    return block;
}

void CodeReader::addLines(CodeBlock &block, const ImageKey &image, std::uint64_t bias)
{
    bool isAnyKnown = false;
    for (std::size_t row = 0; row < block.instructions.size(); ++row) {
        const auto frames = m_symbols.resolve(image, block.instructions[row].address + bias);
        CodeLine line;
        line.first = row;
        if (!frames.empty() && frames.front().line != 0) {
            line.file = frames.front().file;
            line.line = frames.front().line;
            if (frames.front().inlined == model::Inlined::Yes)
                line.inlined = frames.front().name;
        }
        isAnyKnown = isAnyKnown || line.line != 0;
        if (block.lines.empty() || !isSameLine(block.lines.back(), line))
            block.lines.push_back(std::move(line));
    }
    if (!isAnyKnown)
        block.lines.clear();
}

// Names the targets of jumps and calls; for a jump inside the function the address is enough.
void CodeReader::nameTargets(CodeBlock &block, const ImageKey &image, std::uint64_t bias)
{
    std::map<std::uint64_t, std::string> known;
    for (Instruction &instruction : block.instructions) {
        if (!instruction.target || block.rowAt(*instruction.target))
            continue;
        const auto [entry, isNew] = known.try_emplace(*instruction.target);
        if (isNew) {
            const auto frames = m_symbols.resolve(image, *instruction.target + bias);
            entry->second = frames.empty() ? std::string() : frames.back().name;
        }
        instruction.targetName = entry->second;
    }
}

} // namespace ember::app
