// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/compression/compression.h"
#include "model/formats/formatregistry.h"
#include "model/tables/validate.h"
#include "tests/rds/rdsfile.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"
#include "tests/tables/functiontotals.h"

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
        addReferenceFiles({QStringLiteral("rprofile/v1")}, {QStringLiteral("*.rds")});
    }

    void aFileGivesTheExpectedTables()
    {
        QFETCH(QString, path);
        const auto reading = readRds(path);
        QVERIFY2(reading, reading ? "" : reading.error().detail.c_str());
        QCOMPARE(tables::errorSummary(reading->findings), std::string());
        const auto &tables = reading->tables;
        const auto isOfRprof =
            tables.text(tables.sources.type.front()) == std::string_view("rprof");
        QCOMPARE(differenceFromExpected(
                     tables, u"v1_"_qs + QFileInfo(path).completeBaseName() + u".v1.json"_qs),
                 isOfRprof ? QString() : noEntry); // R made the others of pprof files
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
        addReferenceFiles({QStringLiteral("rprofile/v1_rds_encodings")},
                          {QStringLiteral("*.rds"), QStringLiteral("*.RData")});
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
