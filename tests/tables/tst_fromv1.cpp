// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/importer.h"
#include "model/tables/fromv1.h"
#include "model/tables/rowsbyid.h"
#include "model/tables/validate.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"

#include <QFileInfo>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace ember::model;
using namespace ember::model::tables;
using namespace ember::tests;
using nlohmann::json;

namespace {

std::int32_t integer(const json &cell)
{
    return cell.is_number() ? cell.get<std::int32_t>() : naInteger;
}

// The tables of a .v1.json beside the reference data.
TablesV1 tablesV1(const json &document)
{
    TablesV1 old;
    StringInterner strings(old.strings);
    const auto text = [&](const json &cell) {
        return cell.is_string() ? strings.intern(cell.get<std::string>()) : naText;
    };
    for (const auto &sample : document.at("samples")) {
        old.sampleCounts.push_back(integer(sample.at("value")));
        for (const auto &location : sample.at("locations"))
            old.stackLocations.push_back(integer(location));
        old.stackEnds.push_back(static_cast<std::int32_t>(old.stackLocations.size()));
    }
    for (const auto &row : document.at("locations"))
        appendRow(old.locations, integer(row.at("location_id")), integer(row.at("function_id")),
                  integer(row.at("line")));
    for (const auto &row : document.at("functions"))
        appendRow(old.functions, integer(row.at("function_id")), text(row.at("name")),
                  text(row.at("system_name")), text(row.at("filename")),
                  integer(row.at("start_line")));
    return old;
}

struct Totals {
    std::map<std::string, double> self;
    std::map<std::string, double> total; // a function counts once per sample
    std::size_t deepest = 0;
};

Totals totalsOf(const Tables &tables)
{
    Totals totals;
    const RowsById locations(tables.locations.id);
    const RowsById functions(tables.functions.id);
    const auto &stacks = tables.sampleLocations;
    std::map<std::int32_t, std::set<std::string>> seen;
    for (std::size_t row = 0; row < rowCount(stacks); ++row) {
        totals.deepest = std::max(totals.deepest, std::size_t(stacks.depth[row]));
        const auto function =
            functions.find(tables.locations.function[*locations.find(stacks.location[row])]);
        if (!function)
            continue;
        const std::string name(tables.text(tables.functions.systemName[*function]));
        if (stacks.depth[row] == 1)
            totals.self[name] += 1;
        if (seen[stacks.sample[row]].insert(name).second)
            totals.total[name] += 1;
    }
    return totals;
}

} // namespace

class TstFromV1 : public QObject {
    Q_OBJECT

private slots:
    void oldDataGivesTheExpectedTables_data()
    {
        QTest::addColumn<QString>("path");
        const auto folder = referenceData(QStringLiteral("rprofile/v1"));
        if (folder.isEmpty())
            QSKIP("no reference data");
        for (const auto &path : filesIn(folder, QStringLiteral("*.v1.json")))
            QTest::newRow(qPrintable(QFileInfo(path).fileName())) << path;
    }

    void oldDataGivesTheExpectedTables()
    {
        QFETCH(QString, path);
        const auto expected = jsonFile(referenceData(QStringLiteral("rprofile/V2_EXPECTED.json")));
        const auto &own = expected.at("v1_" + QFileInfo(path).fileName().toStdString());
        const auto tables = fromV1(tablesV1(jsonFile(path)), OriginV1::Rprof);
        QVERIFY(tables);
        QCOMPARE(errorSummary(validate(*tables)), std::string());
        const auto count = [&](const char *key) { return own.at(key).get<std::size_t>(); };
        QCOMPARE(rowCount(tables->samples), count("samples"));
        QCOMPARE(rowCount(tables->sampleLocations), count("frames"));
        QCOMPARE(rowCount(tables->locations), count("locations"));
        QCOMPARE(rowCount(tables->functions), count("functions"));
        QCOMPARE(rowCount(tables->sources), count("sources"));
        const auto totals = totalsOf(*tables);
        QCOMPARE(totals.deepest, count("max_depth"));
        for (const auto &[key, actual] :
             {std::pair("top_self", totals.self), std::pair("top_total", totals.total)}) {
            for (const auto &row : own.at(key)) {
                const auto name = row.at(0).get<std::string>();
                QVERIFY2(actual.contains(name), name.c_str());
                QCOMPARE(actual.at(name), row.at(1).get<double>());
            }
        }
    }

    void aCountBecomesThatManySamples()
    {
        TablesV1 old;
        old.sampleCounts = {3, 1, 2};
        old.stackLocations = {7, 8, 7};
        old.stackEnds = {2, 3, 3};
        appendRow(old.locations, 7, naInteger, naInteger);
        appendRow(old.locations, 8, naInteger, 0);
        const auto tables = fromV1(old, OriginV1::Manual);
        QVERIFY(tables);
        QCOMPARE(rowCount(tables->samples), std::size_t(6));
        QCOMPARE(tables->sampleLocations.location, (Integers{7, 8, 7, 8, 7, 8, 7}));
        QCOMPARE(tables->text(tables->sources.type[0]), std::string_view("manual"));
        QVERIFY(isNa(tables->sources.uri[0]) && isNa(tables->sources.timestamp[0]));
    }

    void countsThatExplodeAreRefused()
    {
        TablesV1 old;
        old.sampleCounts = {2'000'000'000, 2'000'000'000};
        old.stackEnds = {0, 0};
        const auto refused = fromV1(old, OriginV1::Manual);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::FormatCannotHold);
        QVERIFY(refused.error().detail.starts_with("4000000000 samples"));
    }

    void countsBelowOneAreRefused()
    {
        for (const auto count : {0, -1, naInteger}) {
            TablesV1 old;
            old.sampleCounts = {1, count};
            old.stackEnds = {0, 0};
            const auto refused = fromV1(old, OriginV1::Manual);
            QVERIFY(!refused);
            QVERIFY(refused.error().detail.starts_with("row 2"));
        }
    }
};

EMBER_TEST(TstFromV1)
#include "tst_fromv1.moc"
