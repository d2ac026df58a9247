// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/compression/compression.h"
#include "model/formats/formatregistry.h"
#include "model/tables/validate.h"
#include "tests/rds/rdsfile.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"

#include <QFileInfo>
#include <QTest>

using namespace ember::model;
using namespace ember::tests;

// Every stored profile of the reference data against what its tables must say.
class TstRdsTables : public QObject {
    Q_OBJECT

private slots:
    void aFileGivesTheExpectedTables_data()
    {
        QTest::addColumn<QString>("path");
        const auto folder = referenceData(QStringLiteral("rprofile/v1"));
        if (folder.isEmpty())
            QSKIP("no reference data");
        for (const auto &path : filesIn(folder, QStringLiteral("*.rds")))
            QTest::newRow(qPrintable(QFileInfo(path).fileName())) << path;
    }

    void aFileGivesTheExpectedTables()
    {
        QFETCH(QString, path);
        const auto reading = readRds(path);
        QVERIFY2(reading, reading ? "" : reading.error().detail.c_str());
        QCOMPARE(tables::errorSummary(reading->findings), std::string());
        const auto &tables = reading->tables;
        const auto all = jsonFile(referenceData(QStringLiteral("rprofile/V2_EXPECTED.json")));
        const auto key = "v1_" + QFileInfo(path).completeBaseName().toStdString() + ".v1.json";
        if (!all.contains(key)) { // R made it of a pprof file
            QCOMPARE(tables.text(tables.sources.type.front()), std::string_view("pprof"));
            return;
        }
        const auto &own = all.at(key);
        const auto count = [&](const char *name) { return own.at(name).get<std::size_t>(); };
        const auto totals = totalsOf(tables);
        QCOMPARE(rowCount(tables.samples), count("samples"));
        QCOMPARE(rowCount(tables.samples) - totals.stacked, count("stackless"));
        QCOMPARE(rowCount(tables.sampleLocations), count("frames"));
        QCOMPARE(rowCount(tables.locations), count("locations"));
        QCOMPARE(rowCount(tables.functions), count("functions"));
        QCOMPARE(rowCount(tables.sources), count("sources"));
        QCOMPARE(totals.deepest, count("max_depth"));
        QCOMPARE(tables.text(tables.sources.type.front()), std::string_view("rprof"));
        for (const auto &[name, actual] :
             {std::pair("top_self", totals.self), std::pair("top_total", totals.total)}) {
            for (const auto &row : own.at(name)) {
                const auto function = row.at(0).get<std::string>();
                QVERIFY2(actual.contains(function), function.c_str());
                QCOMPARE(actual.at(function), row.at(1).get<double>());
            }
        }
    }

    void aStoredCountIsThatManySamples()
    {
        const auto path = referenceData(
            QStringLiteral("rprofile/v1_rds_encodings/handmade_value3_NA_emptystack.rds"));
        if (path.isEmpty())
            QSKIP("no reference data");
        const auto reading = readRds(path);
        QVERIFY(reading);
        QCOMPARE(rowCount(reading->tables.samples), std::size_t(6));
        QCOMPARE(rowCount(reading->tables.sampleLocations), std::size_t(7));
        QCOMPARE(totalsOf(reading->tables).stacked, std::size_t(4));
    }

    void everyEncodingGivesTheSameTables_data()
    {
        QTest::addColumn<QString>("path");
        const auto folder = referenceData(QStringLiteral("rprofile/v1_rds_encodings"));
        if (folder.isEmpty())
            QSKIP("no reference data");
        for (const auto &path :
             filesIn(folder, QStringLiteral("*.rds")) + filesIn(folder, QStringLiteral("*.RData")))
            QTest::newRow(qPrintable(QFileInfo(path).fileName())) << path;
    }

    void everyEncodingGivesTheSameTables()
    {
        QFETCH(QString, path);
        const auto bytes = fileBytes(path);
        const bool isUnknown = bytes.view().starts_with("BZh") || bytes.view().starts_with("\xfd");
        if (isUnknown && compressionOf(bytes.view()) == Compression::None)
            QSKIP("this build does not unpack it");
        const auto reading = readRds(path);
        QVERIFY2(reading, reading ? "" : reading.error().detail.c_str());
        QCOMPARE(tables::errorSummary(reading->findings), std::string());
        const bool isHandmade = QFileInfo(path).fileName().startsWith(u"handmade"_qs);
        const auto first = readRds(
            QFileInfo(path).path()
            + (isHandmade ? u"/handmade_value3_NA_emptystack.rds"_qs : u"/xdr_v3_gzip.rds"_qs));
        QVERIFY(first);
        QCOMPARE(cellsOf(reading->tables), cellsOf(first->tables));
        const auto import = builtinFormats().open({path.toStdString()}, {});
        QVERIFY(import && import->refused.empty());
        QCOMPARE(import->profiles.front().format, std::string("rds"));
        QCOMPARE(import->profiles.front().profile->sampleCount(), rowCount(first->tables.samples));
    }
};

EMBER_TEST(TstRdsTables)
#include "tst_rdstables.moc"
