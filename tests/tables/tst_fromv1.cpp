// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/import/importer.h"
#include "model/tables/reading.h"
#include "model/tables/validate.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"
#include "tests/tables/functiontotals.h"

#include <QFileInfo>
#include <QTest>

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

} // namespace

class TstFromV1 : public QObject {
    Q_OBJECT

private slots:
    void oldDataGivesTheExpectedTables_data()
    {
        addReferenceFiles({QStringLiteral("rprofile/v1")}, {QStringLiteral("*.v1.json")});
    }

    void oldDataGivesTheExpectedTables()
    {
        QFETCH(QString, path);
        const auto tables = fromV1(tablesV1(jsonFile(path)), OriginV1::Rprof);
        QVERIFY(tables);
        QCOMPARE(errorSummary(validate(*tables)), std::string());
        QCOMPARE(differenceFromExpected(*tables, u"v1_"_qs + QFileInfo(path).fileName()),
                 QString());
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
        QCOMPARE(refused.error().code, ErrorCode::FileTooBig);
        QCOMPARE(refused.error().detail,
                 std::string("samples, row 1: 2000000000 samples of 0 calls, after 0 samples, are "
                             "more than a file of this size may stand for: at most "
                             + std::to_string(memoryBudget(0) / 76) + " of these"));
    }

    void aLargerFileMayStandForMore()
    {
        TablesV1 old;
        old.sampleCounts = {1'000'000};
        old.stackLocations = {7, 7};
        old.stackEnds = {2};
        appendRow(old.locations, 7, naInteger, 1);
        QVERIFY(!fromV1(old, OriginV1::Manual));
        QVERIFY(fromV1(old, OriginV1::Manual, memoryBudget(5'000'000)));
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
