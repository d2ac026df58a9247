// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/rds/rdsfile.h"

#include "model/formats/compression/compression.h"
#include "model/tables/rowsbyid.h"
#include "tests/sentry/sentrydata.h"

#include <set>

namespace ember::tests {

using namespace model;

Result<rds::Reading> readRdsBytes(std::string_view bytes)
{
    if (compressionOf(bytes) == Compression::None)
        return rds::readTables(bytes, {});
    EMBER_ASSIGN_OR_RETURN(const auto content, decompress("x", bytes));
    return rds::readTables(content.view(), {});
}

Result<rds::Reading> readRds(const QString &path)
{
    const auto bytes = fileBytes(path);
    return readRdsBytes(bytes.view());
}

QString cellsOf(const tables::Tables &tables)
{
    QString text;
    const auto cell = [&](auto value) {
        if (tables::isNa(value))
            return QStringLiteral("NA");
        if constexpr (std::is_same_v<decltype(value), StringIndex>)
            return QString::fromStdString(std::string(tables.text(value)));
        else
            return QString::number(value, 'g', 17);
    };
    tables::forEachCoreMember([&](auto member) {
        const auto &table = tables.*member;
        for (std::size_t row = 0; row < rowCount(table); ++row) {
            text += QString::fromUtf8(table.name.data());
            forEachColumn(table, [&](const tables::Field &, const auto &column) {
                text += u'|';
                if constexpr (std::is_same_v<std::remove_cvref_t<decltype(column)>,
                                             tables::Integers>)
                    text += QString::number(column[row]);
                else
                    text += cell(column[row]);
            });
            text += u'\n';
        }
    });
    return text;
}

FunctionTotals totalsOf(const tables::Tables &tables)
{
    FunctionTotals totals;
    const tables::RowsById locations(tables.locations.id);
    const tables::RowsById functions(tables.functions.id);
    const auto &stacks = tables.sampleLocations;
    std::map<std::int32_t, std::set<std::string>> seen;
    for (std::size_t row = 0; row < rowCount(stacks); ++row) {
        totals.deepest = std::max(totals.deepest, std::size_t(stacks.depth[row]));
        auto &names = seen[stacks.sample[row]];
        const auto function =
            functions.find(tables.locations.function[*locations.find(stacks.location[row])]);
        if (!function)
            continue;
        const std::string name(tables.text(tables.functions.systemName[*function]));
        if (stacks.depth[row] == 1)
            totals.self[name] += 1;
        if (names.insert(name).second)
            totals.total[name] += 1;
    }
    totals.stacked = seen.size();
    return totals;
}

} // namespace ember::tests
