// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/machinecode.h"

#include "views/text/durationtext.h"

#include <QFileInfo>

#include <algorithm>

namespace ember::views {

std::optional<std::size_t> CodeBlock::rowAt(std::uint64_t address) const
{
    const auto after = std::ranges::upper_bound(instructions, address, {}, &Instruction::address);
    if (after == instructions.begin())
        return std::nullopt;
    const auto found = after - 1;
    if (address - found->address >= found->length)
        return std::nullopt;
    return static_cast<std::size_t>(found - instructions.begin());
}

namespace {

using RowKind = Listing::RowKind;

void addBlock(Listing &listing, std::uint32_t number)
{
    const CodeBlock &block = *listing.blocks[number];
    if (listing.blocks.size() > 1)
        listing.rows.push_back({RowKind::Block, number, 0});
    auto &rowOf = listing.rowOf.emplace_back();
    std::uint32_t line = 0;
    for (std::uint32_t index = 0; index < block.instructions.size(); ++index) {
        if (line < block.lines.size() && block.lines[line].first == index)
            listing.rows.push_back({RowKind::Line, number, line++});
        rowOf.push_back(static_cast<std::uint32_t>(listing.rows.size()));
        listing.rows.push_back({RowKind::Instruction, number, index});
    }
}

SourceFilePointer knownSource(const ListingPointer &known, const std::string &file)
{
    if (!known)
        return nullptr;
    const auto found = known->sources.find(file);
    return found == known->sources.end() ? nullptr : found->second;
}

void readSources(Listing &listing, const SourceAge &age, const ListingPointer &known)
{
    for (const CodeBlockPointer &block : listing.blocks) {
        for (const CodeLine &line : block->lines) {
            const auto [entry, isNew] = listing.sources.try_emplace(line.file);
            if (isNew && !line.file.empty())
                entry->second = readSource(fromUtf8(line.file), listing.places, age,
                                           knownSource(known, line.file));
        }
    }
}

} // namespace

const Instruction *Listing::instructionAt(std::size_t row) const
{
    return rows[row].kind == RowKind::Instruction ? &blockAt(row).instructions[rows[row].index]
                                                  : nullptr;
}

const CodeLine *Listing::lineAt(std::size_t row) const
{
    return rows[row].kind == RowKind::Line ? &blockAt(row).lines[rows[row].index] : nullptr;
}

QString Listing::instructionText(std::size_t row) const
{
    const Instruction *instruction = instructionAt(row);
    if (!instruction)
        return {};
    const QString text = QStringLiteral("    ") + fromUtf8(instruction->text);
    return instruction->targetName.empty()
        ? text
        : text + QStringLiteral(" <%1>").arg(fromUtf8(instruction->targetName));
}

QString Listing::lineText(std::size_t row) const
{
    const CodeLine *line = lineAt(row);
    if (!line || line->line == 0)
        return {};
    QString text = QStringLiteral("%1:%2").arg(QFileInfo(fromUtf8(line->file)).fileName(),
                                               QString::number(line->line));
    if (!line->inlined.empty())
        text += QStringLiteral(" (%1)").arg(fromUtf8(line->inlined));
    const auto found = sources.find(line->file);
    if (found == sources.end() || !found->second)
        return text;
    const SourceText &source = found->second->text;
    if (const auto place = source.rowOf(line->line))
        text += QStringLiteral("  ") + source.textAt(*place).trimmed();
    return text;
}

std::optional<std::size_t> Listing::targetOf(std::size_t row) const
{
    const Instruction *instruction = instructionAt(row);
    if (!instruction || !instruction->target)
        return std::nullopt;
    for (std::size_t block = 0; block < blocks.size(); ++block) {
        const bool isSameFile = blocks[block]->binary == blockAt(row).binary;
        const auto index = isSameFile ? blocks[block]->rowAt(*instruction->target) : std::nullopt;
        if (index)
            return rowOf[block][*index];
    }
    return std::nullopt;
}

ListingPointer listingOf(std::vector<CodeBlockPointer> blocks, const SourcePlaces &places,
                         const SourceAge &age, const ListingPointer &known)
{
    if (known && known->blocks == blocks && known->places == places)
        return known;
    auto listing = std::make_shared<Listing>();
    listing->blocks = std::move(blocks);
    listing->places = places;
    for (std::uint32_t number = 0; number < listing->blocks.size(); ++number)
        addBlock(*listing, number);
    readSources(*listing, age, known);
    for (std::size_t row = 0; row < listing->rows.size(); ++row) {
        const auto length = listing->instructionText(row).size() + listing->lineText(row).size();
        listing->longestText = std::max(listing->longestText, static_cast<int>(length));
    }
    return listing;
}

} // namespace ember::views
