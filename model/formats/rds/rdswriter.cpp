// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rds/rdswriter.h"

#include "model/formats/compression/compression.h"
#include "model/formats/rds/unserialize.h"
#include "model/tables/reading.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <new>
#include <vector>

namespace ember::model::rds {

namespace {

constexpr std::uint64_t naRealBits = 0x7ff00000000007a2U; // R's NA: a NaN with the payload 1954
constexpr std::string_view replacement = "\xef\xbf\xbd"; // U+FFFD

constexpr std::uint32_t flags(Item type, std::uint32_t bits = 0)
{
    return static_cast<std::uint32_t>(type) | bits;
}

bool isAscii(std::string_view text)
{
    return std::ranges::all_of(
        text, [](char letter) { return static_cast<unsigned char>(letter) < 0x80U; });
}

} // namespace

Serializer::Serializer() : m_bytes("X\n")
{
    constexpr std::uint32_t serializationVersion = 2;
    constexpr std::uint32_t writer = 0x040202; // R 4.2.2
    constexpr std::uint32_t oldestReader = 0x020300; // R 2.3.0
    word(serializationVersion);
    word(writer);
    word(oldestReader);
}

void Serializer::word(std::uint32_t word)
{
    constexpr unsigned bitsPerByte = 8;
    for (int place = 3; place >= 0; --place)
        m_bytes += static_cast<char>(word >> (bitsPerByte * static_cast<unsigned>(place)) & 0xffU);
}

void Serializer::length(std::size_t length)
{
    if (length <= std::size_t(std::numeric_limits<std::int32_t>::max()))
        return word(static_cast<std::uint32_t>(length));
    word(0xffffffffU);
    word(static_cast<std::uint32_t>(std::uint64_t(length) >> 32U));
    word(static_cast<std::uint32_t>(length));
}

void Serializer::integers(std::span<const std::int32_t> numbers)
{
    word(flags(Item::Integers));
    length(numbers.size());
    for (const auto number : numbers)
        word(std::bit_cast<std::uint32_t>(number));
}

void Serializer::reals(std::span<const double> numbers)
{
    word(flags(Item::Reals));
    length(numbers.size());
    for (const auto number : numbers) {
        const auto bits = tables::isNa(number) ? naRealBits : std::bit_cast<std::uint64_t>(number);
        word(static_cast<std::uint32_t>(bits >> 32U));
        word(static_cast<std::uint32_t>(bits));
    }
}

void Serializer::longs(std::span<const std::int64_t> numbers)
{
    static_assert(tables::naLong == std::numeric_limits<std::int64_t>::min()); // bit64's NA
    word(flags(Item::Reals, flagbits::isObject | flagbits::hasAttributes));
    length(numbers.size());
    for (const auto number : numbers) {
        const auto bits = std::bit_cast<std::uint64_t>(number);
        word(static_cast<std::uint32_t>(bits >> 32U));
        word(static_cast<std::uint32_t>(bits));
    }
    attribute("class");
    texts(std::array{longClass});
    endAttributes();
}

void Serializer::texts(std::span<const std::string_view> texts)
{
    beginTexts(texts.size());
    for (const auto one : texts)
        text(one);
}

void Serializer::beginTexts(std::size_t count)
{
    word(flags(Item::Texts));
    length(count);
}

void Serializer::text(std::string_view text)
{
    if (text.find('\0') != std::string_view::npos) {
        std::string without;
        for (const char letter : text) {
            m_zeroBytes += letter == '\0' ? 1U : 0U;
            without += letter == '\0' ? replacement : std::string_view(&letter, 1);
        }
        return this->text(without);
    }
    word(flags(Item::Text, isAscii(text) ? flagbits::ascii : flagbits::utf8));
    word(static_cast<std::uint32_t>(text.size()));
    m_bytes += text;
}

void Serializer::naText()
{
    word(flags(Item::Text));
    word(0xffffffffU);
}

void Serializer::beginList(std::size_t count)
{
    word(flags(Item::List, flagbits::isObject | flagbits::hasAttributes));
    length(count);
}

void Serializer::beginNamedList(std::size_t count)
{
    word(flags(Item::List, flagbits::hasAttributes));
    length(count);
}

void Serializer::endNamedList(std::span<const std::string_view> names)
{
    this->names(names);
    endAttributes();
}

void Serializer::names(std::span<const std::string_view> names)
{
    attribute("names");
    texts(names);
}

void Serializer::endAttributes()
{
    word(flags(Item::Null));
}

void Serializer::beginPlainList(std::size_t count)
{
    word(flags(Item::List));
    length(count);
}

// Begins an attribute; its value follows.
void Serializer::attribute(std::string_view name)
{
    word(flags(Item::Pairlist, flagbits::hasTag));
    const auto known = m_symbols.find(name);
    if (known != m_symbols.end())
        return word(flags(Item::Reference, known->second << 8U));
    m_symbols.emplace(name, static_cast<std::uint32_t>(m_symbols.size() + 1));
    word(flags(Item::Symbol));
    text(name);
}

void Serializer::nameAttributes(std::span<const std::string_view> names,
                                std::span<const std::string_view> classes)
{
    this->names(names);
    attribute("class");
    texts(classes);
}

void Serializer::endList(std::span<const std::string_view> names,
                         std::span<const std::string_view> classes)
{
    nameAttributes(names, classes);
    endAttributes();
}

void Serializer::endTable(std::span<const std::string_view> names,
                          std::span<const std::string_view> classes, std::size_t rows)
{
    nameAttributes(names, classes);
    attribute("row.names"); // NA and the negative number of rows: row names are only counted
    const std::array<std::int32_t, 2> counted{tables::naInteger, -static_cast<std::int32_t>(rows)};
    integers(counted);
    endAttributes();
}

namespace {

using tables::Integers;
using tables::Reals;
using tables::Tables;
using tables::TablesV1;
using tables::Texts;
using Names = std::vector<std::string_view>;

constexpr std::array<std::string_view, 1> frameClasses{"data.frame"};
constexpr std::array<std::string_view, 3> tibbleClasses{"tbl_df", "tbl", "data.frame"};
constexpr std::array<std::string_view, 1> dataClasses{"profile_data"};

class TableWriter {
public:
    TableWriter(Serializer &out, const StringTable &strings,
                std::span<const std::string_view> classes)
        : m_out(out),
          m_strings(strings),
          m_classes(classes)
    {
    }

    template<typename Table>
    void write(const Table &table)
    {
        Names names;
        m_out.beginList(tables::columnCount<Table>);
        forEachColumn(table, [&](const tables::Field &field, const auto &column) {
            names.push_back(field.name);
            writeColumn(column);
        });
        m_out.endTable(names, m_classes, rowCount(table));
    }

private:
    void writeColumn(const Integers &column) { m_out.integers(column); }

    void writeColumn(const Reals &column) { m_out.reals(column); }

    void writeColumn(const tables::Longs &column) { m_out.longs(column); }

    void writeColumn(const Texts &column)
    {
        m_out.beginTexts(column.size());
        for (const auto text : column) {
            if (tables::isNa(text))
                m_out.naText();
            else
                m_out.text(m_strings[text]);
        }
    }

    Serializer &m_out;
    const StringTable &m_strings;
    std::span<const std::string_view> m_classes;
};

// Writes the tables beyond the seven as an attribute, so that readers find a list of just the
// seven. Tables without rows are left out.
void writeExtensions(const Tables &tables, TableWriter &writer, Serializer &out)
{
    Names names;
    tables::forEachExtensionMember([&](auto member) {
        if (rowCount(tables.*member) > 0)
            names.push_back(std::remove_cvref_t<decltype(tables.*member)>::name);
    });
    if (names.empty())
        return;
    out.attribute(extensionsAttribute);
    out.beginNamedList(names.size());
    tables::forEachExtensionMember([&](auto member) {
        if (rowCount(tables.*member) > 0)
            writer.write(tables.*member);
    });
    out.endNamedList(names);
}

void writeV2(const Tables &tables, Serializer &out)
{
    Names names;
    tables::forEachCoreMember(
        [&](auto member) { names.push_back(std::remove_cvref_t<decltype(tables.*member)>::name); });
    out.beginNamedList(names.size());
    TableWriter writer(out, tables.strings, frameClasses);
    tables::forEachCoreMember([&](auto member) { writer.write(tables.*member); });
    out.names(names);
    writeExtensions(tables, writer, out);
    out.endAttributes();
}

// Writes a table of texts with one row.
void writeRow(Serializer &out, const Names &names, const Names &cells)
{
    out.beginList(names.size());
    for (const auto cell : cells)
        out.texts({&cell, 1});
    out.endTable(names, tibbleClasses, 1);
}

void writeSamples(const TablesV1 &old, Serializer &out)
{
    static const Names stackNames{"location_id"};
    static const Names names{"value", "locations"};
    out.beginList(names.size());
    out.integers(old.sampleCounts);
    out.beginPlainList(old.stackEnds.size());
    std::size_t begin = 0;
    for (const auto end : old.stackEnds) {
        const auto stack = std::span(old.stackLocations).subspan(begin, std::size_t(end) - begin);
        begin = std::size_t(end);
        out.beginList(stackNames.size());
        out.integers(stack);
        out.endTable(stackNames, tibbleClasses, stack.size());
    }
    out.endTable(names, tibbleClasses, old.sampleCounts.size());
}

void writeV1(const TablesV1 &old, Serializer &out)
{
    static const Names names{"meta", "sample_types", "samples", "locations", "functions"};
    out.beginList(names.size());
    writeRow(out, {"key", "value"}, {tables::versionKey, "1.0.0"});
    writeRow(out, {"type", "unit"}, {"samples", "count"});
    writeSamples(old, out);
    TableWriter writer(out, old.strings, tibbleClasses);
    writer.write(old.locations);
    writer.write(old.functions);
    out.endList(names, dataClasses);
}

void lose(std::vector<Loss> &losses, const std::string &what, std::uint64_t count)
{
    if (count > 0)
        losses.push_back({what, count});
}

void addExtensionLosses(const Tables &tables, std::vector<Loss> &losses)
{
    tables::forEachExtensionMember([&](auto member) {
        using Table = std::remove_cvref_t<decltype(tables.*member)>;
        lose(losses, "rows of " + std::string(Table::name), rowCount(tables.*member));
    });
}

std::uint64_t wideLines(const Tables &tables)
{
    const auto count = [](const tables::Longs &cells) {
        return std::ranges::count_if(cells, [](auto cell) { return !tables::isNa(cell); });
    };
    return static_cast<std::uint64_t>(count(tables.locationAttrs.wideLine)
                                      + count(tables.functionAttrs.wideStartLine));
}

} // namespace

Result<Export> writtenTables(const Tables &tables, Schema schema)
try {
    Serializer out;
    Export result;
    if (schema == Schema::V1) {
        EMBER_ASSIGN_OR_RETURN(const auto old, tables::toV1(tables));
        writeV1(old.tables, out);
        lose(result.losses, "sources of samples", old.sources);
        lose(result.losses, "values of samples beside their count", old.otherValues);
        lose(result.losses, "samples that count nothing", old.uncounted);
        lose(result.losses, "samples of a negative number", old.negative);
        lose(result.losses, "counts of samples that are no whole numbers, which are rounded",
             old.rounded);
        lose(result.losses, "rows of meta", old.metaRows);
        lose(result.losses, "lines that have more than R's 32 bits", wideLines(tables));
        addExtensionLosses(tables, result.losses);
    } else {
        writeV2(tables, out);
    }
    lose(result.losses, "zero bytes in texts", out.zeroBytes());
    const auto bytes = out.take();
    EMBER_ASSIGN_OR_RETURN(result.bytes, gzipped(bytes));
    return result;
} catch (const std::bad_alloc &) {
    return Error{ErrorCode::FileTooBig, {}, "not enough memory"};
}

} // namespace ember::model::rds
