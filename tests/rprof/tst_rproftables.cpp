// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/importer.h"
#include "model/formats/rprof/rprofreader.h"
#include "model/tables/fromprofile.h"
#include "model/tables/rowsbyid.h"
#include "model/tables/validate.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"

#include <QFileInfo>
#include <QTest>

#include <map>
#include <set>

using namespace ember::model;
using namespace ember::tests;
using tables::Tables;

namespace {

struct Totals {
    std::map<std::string, double> self;
    std::map<std::string, double> total;
    std::size_t deepest = 0;
    std::set<std::int32_t> stacked; // samples
};

Totals totalsOf(const Tables &tables)
{
    Totals totals;
    const tables::RowsById locations(tables.locations.id);
    const tables::RowsById functions(tables.functions.id);
    const auto &stacks = tables.sampleLocations;
    std::map<std::int32_t, std::set<std::string>> seen;
    for (std::size_t row = 0; row < rowCount(stacks); ++row) {
        totals.deepest = std::max(totals.deepest, std::size_t(stacks.depth[row]));
        totals.stacked.insert(stacks.sample[row]);
        const auto function =
            *functions.find(tables.locations.function[*locations.find(stacks.location[row])]);
        const std::string name(tables.text(tables.functions.systemName[function]));
        if (stacks.depth[row] == 1)
            totals.self[name] += 1;
        if (seen[stacks.sample[row]].insert(name).second)
            totals.total[name] += 1;
    }
    return totals;
}

} // namespace

// Every Rprof file of the reference data against what its tables must say.
class TstRprofTables : public QObject {
    Q_OBJECT

private slots:
    void aFileGivesTheExpectedTables_data()
    {
        QTest::addColumn<QString>("path");
        const auto folder = referenceData(QStringLiteral("rprofile"));
        if (folder.isEmpty())
            QSKIP("no reference data");
        for (const char *part : {"/rprof", "/pkg_fixtures"}) {
            for (const auto &path : filesIn(folder + QLatin1String(part), QStringLiteral("*.out")))
                QTest::newRow(qPrintable(QFileInfo(path).fileName())) << path;
        }
    }

    void aFileGivesTheExpectedTables()
    {
        QFETCH(QString, path);
        const auto all = jsonFile(referenceData(QStringLiteral("rprofile/V2_EXPECTED.json")));
        const auto &own = all.at(QFileInfo(path).fileName().toStdString());
        ImportLog log;
        const auto bytes = fileBytes(path);
        const auto profile = rprof::readRprof("x", bytes.view(), log, {});
        QVERIFY(profile);
        const auto tables = tables::tablesOf(**profile).value();
        QCOMPARE(tables::errorSummary(tables::validate(tables)), std::string());
        const auto totals = totalsOf(tables);
        const auto count = [&](const char *key) { return own.at(key).get<std::size_t>(); };
        QCOMPARE(rowCount(tables.samples), count("samples"));
        QCOMPARE(rowCount(tables.samples) - totals.stacked.size(), count("stackless"));
        QCOMPARE(rowCount(tables.sampleLocations), count("frames"));
        QCOMPARE(rowCount(tables.locations), count("locations"));
        QCOMPARE(rowCount(tables.functions), count("functions"));
        QCOMPARE(rowCount(tables.sources), count("sources"));
        QCOMPARE(totals.deepest, count("max_depth"));
        QCOMPARE(std::size_t(log.warnings()), count("warnings"));
        std::map<std::string, double> sums;
        for (std::size_t row = 0; row < rowCount(tables.sampleValues); ++row)
            sums[std::string(tables.text(tables.sampleValues.type[row])) + '/'
                 + std::string(tables.text(tables.sampleValues.unit[row]))] +=
                tables.sampleValues.value[row];
        for (const auto &[key, sum] : own.at("sums").items())
            QCOMPARE(sums[key], sum.get<double>());
        for (const auto &[key, actual] :
             {std::pair("top_self", totals.self), std::pair("top_total", totals.total)}) {
            for (const auto &row : own.at(key)) {
                const auto name = row.at(0).get<std::string>();
                QVERIFY2(actual.contains(name), name.c_str());
                QCOMPARE(actual.at(name), row.at(1).get<double>());
            }
        }
    }
};

EMBER_TEST(TstRprofTables)
#include "tst_rproftables.moc"
