// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/importer.h"
#include "model/formats/rprof/rprofreader.h"
#include "model/query/summary.h"
#include "model/tables/fromprofile.h"
#include "model/tables/validate.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"
#include "tests/tables/functiontotals.h"

#include <QFileInfo>
#include <QTest>

using namespace ember::model;
using namespace ember::tests;

// Every Rprof file of the reference data against what its tables must say.
class TstRprofTables : public QObject {
    Q_OBJECT

private slots:
    void aFileGivesTheExpectedTables_data()
    {
        addReferenceFiles(
            {QStringLiteral("rprofile/rprof"), QStringLiteral("rprofile/pkg_fixtures")},
            {QStringLiteral("*.out")});
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
        QCOMPARE(differenceFromExpected(tables, QFileInfo(path).fileName()), QString());
        QCOMPARE(std::size_t(log.warnings()), own.at("warnings").get<std::size_t>());
    }

    void timesAreSamplesTimesTheInterval_data() { aFileGivesTheExpectedTables_data(); }

    // As summaryRprof() counts: the last sample, too, stands for an interval.
    void timesAreSamplesTimesTheInterval()
    {
        QFETCH(QString, path);
        const auto all = jsonFile(referenceData(QStringLiteral("rprofile/V2_EXPECTED.json")));
        const auto &own = all.at(QFileInfo(path).fileName().toStdString());
        ImportLog log;
        const auto bytes = fileBytes(path);
        const auto profile = rprof::readRprof("x", bytes.view(), log, {});
        QVERIFY(profile);
        const auto summary = summarise(**profile);
        if (summary.samples == 0)
            QSKIP("no samples");
        const auto interval = summary.duration / std::int64_t(summary.samples);
        QVERIFY(interval.count() >= 5'000'000); // no file is of less
        QCOMPARE(summary.duration.count() % std::int64_t(summary.samples), std::int64_t(0));
        const auto stacked = summary.samples - own.at("stackless").get<std::uint64_t>();
        QCOMPARE(summary.threads.front().running.count(), interval.count() * std::int64_t(stacked));
        for (const auto &function : summary.functions) {
            QCOMPARE(function.self.count(), interval.count() * std::int64_t(function.selfSamples));
            QCOMPARE(function.total.count(),
                     interval.count() * std::int64_t(function.totalSamples));
        }
    }
};

EMBER_TEST(TstRprofTables)
#include "tst_rproftables.moc"
