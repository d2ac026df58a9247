// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rds/rdswriter.h"

#include "model/formats/compression/compression.h"
#include "model/formats/rds/serializer.h"
#include "model/tables/oldversion.h"

#include <algorithm>
#include <array>
#include <new>
#include <vector>

namespace ember::model::rds {

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
