// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/tables/functiontotals.h"

#include "model/tables/tablevalues.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"

#include <algorithm>
#include <set>

namespace ember::tests {

using namespace model;
using nlohmann::json;

namespace {

QString differenceInTops(const std::map<std::string, double> &actual, const json &expected)
{
    for (const auto &row : expected) {
        const auto name = row.at(0).get<std::string>();
        const auto found = actual.find(name);
        if (found == actual.end() || found->second != row.at(1).get<double>())
            return QString::fromStdString(name);
    }
    return {};
}

json expectedOf(const QString &entry)
{
    const auto all = jsonFile(referenceData(QStringLiteral("rprofile/V2_EXPECTED.json")));
    const auto found = all.find(entry.toStdString());
    return found == all.end() ? json::object() : *found;
}

QString differenceInSums(const tables::Tables &tables, const json &expected)
{
    json sums = json::object();
    const auto &values = tables.sampleValues;
    for (std::size_t row = 0; row < rowCount(values); ++row) {
        auto &sum = sums[std::string(tables.text(values.type[row])) + '/'
                         + std::string(tables.text(values.unit[row]))];
        sum = (sum.is_null() ? 0.0 : sum.get<double>()) + values.value[row];
    }
    // Derived from R's counts of cells, which the reference leaves as they are.
    sums.erase("alloc_size/bytes");
    sums.erase("dealloc_size/bytes");
    return sums == expected ? QString() : QString::fromStdString(sums.dump());
}

} // namespace

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

QString differenceInRows(const tables::Tables &tables, const QString &entry)
{
    const auto expected = expectedOf(entry);
    if (expected.empty())
        return noEntry;
    const auto totals = totalsOf(tables);
    for (const auto &[key, actual] :
         {std::pair("samples", rowCount(tables.samples)),
          std::pair("stackless", rowCount(tables.samples) - totals.stacked),
          std::pair("frames", rowCount(tables.sampleLocations)),
          std::pair("locations", rowCount(tables.locations)),
          std::pair("functions", rowCount(tables.functions)),
          std::pair("sources", rowCount(tables.sources)), std::pair("max_depth", totals.deepest)}) {
        if (actual != expected.at(key).get<std::size_t>())
            return QStringLiteral("%1 %2").arg(QLatin1String(key)).arg(actual);
    }
    return differenceInSums(tables, expected.at("sums"));
}

QString differenceFromExpected(const tables::Tables &tables, const QString &entry)
{
    const auto rows = differenceInRows(tables, entry);
    if (!rows.isEmpty())
        return rows;
    const auto expected = expectedOf(entry);
    const auto totals = totalsOf(tables);
    const auto self = differenceInTops(totals.self, expected.at("top_self"));
    return self.isEmpty() ? differenceInTops(totals.total, expected.at("top_total")) : self;
}

} // namespace ember::tests
