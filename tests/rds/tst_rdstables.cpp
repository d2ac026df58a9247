// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/compression/compression.h"
#include "model/formats/formatregistry.h"
#include "model/formats/rds/rdsreader.h"
#include "model/tables/validate.h"
#include "tests/rds/rdsfile.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"
#include "tests/tables/functiontotals.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
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

    void whatIsLeftOutIsOneNote()
    {
        const auto path = referenceData(QStringLiteral("rprofile/v1/mem_20ms.rds"));
        if (path.isEmpty())
            QSKIP("no reference data");
        const auto import = builtinFormats().open({path.toStdString()}, {});
        QVERIFY(import && import->refused.empty());
        const auto &findings = import->log.findings();
        QCOMPARE(findings.size(), std::size_t(1));
        QCOMPARE(findings.front().code, std::string("rds-left-out"));
        QCOMPARE(findings.front().detail, std::string("left out: functions$.file_id, .rprof"));
        QVERIFY(findings.front().severity == Severity::Note);
    }

    void aFileThatIsPackedAgainOpens()
    {
        const auto path = referenceData(QStringLiteral("rprofile/v1/mem_20ms.rds"));
        if (path.isEmpty())
            QSKIP("no reference data");
        const auto bytes = fileBytes(path);
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("mem.rds.gz")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const auto packed = gzipped(bytes.view()).value();
        file.write(packed.data(), qint64(packed.size()));
        file.close();
        const auto import = builtinFormats().open({file.fileName().toStdString()}, {});
        QVERIFY(import && import->refused.empty());
        QCOMPARE(import->profiles.front().profile->sampleCount(), std::size_t(64));
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

    // What saveRDS(ascii = TRUE) writes of them.
    void otherObjectsOfRAreNamed_data()
    {
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<QString>("object");
        QTest::newRow("data.frame") << QByteArray("787\n1\n13\n1\n7\n1026\n1\n262153\n5\nnames\n16"
                                                  "\n1\n262153\n1\na\n1026\n1\n262153\n5\nclass\n"
                                                  "16\n1\n262153\n10\ndata.frame\n254\n")
                                    << u"class data.frame"_qs;
        QTest::newRow("environment")
            << QByteArray("4\n0\n253\n254\n254\n254\n") << u"type environment"_qs;
        QTest::newRow("raw") << QByteArray("24\n2\n01\nff\n") << u"type raw"_qs;
        QTest::newRow("NULL") << QByteArray("254\n") << u"type NULL"_qs;
        QTest::newRow("list") << QByteArray("19\n0\n") << u"type list"_qs;
    }

    void otherObjectsOfRAreNamed()
    {
        QFETCH(QByteArray, words);
        QFETCH(QString, object);
        std::vector<ImportFile> files;
        files.push_back({"x.rds", Bytes("A\n2\n262657\n131840\n" + words.toStdString())});
        const auto import = FormatImporter(rds::format).read(std::move(files), {});
        QVERIFY(!import);
        QCOMPARE(import.error().code, ErrorCode::UnknownFormat);
        QCOMPARE(
            QString::fromStdString(import.error().detail),
            u"rds: R data, but no profile data: an object of "_qs + object
                + u"; expected a list of the data frames meta, samples, locations, functions "_qs
                + u"and others"_qs);
    }
};

EMBER_TEST(TstRdsTables)
#include "tst_rdstables.moc"
