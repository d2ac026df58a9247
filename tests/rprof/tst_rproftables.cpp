// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/import/importer.h"
#include "model/formats/rprof/rprofformat.h"
#include "model/query/summary.h"
#include "model/tables/fromprofile.h"
#include "model/tables/validate.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"
#include "tests/tables/functiontotals.h"

#include <QFileInfo>
#include <QTest>

#include <set>
#include <string>

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
        std::set<std::int64_t> intervals; // of the sessions of a file
        std::int64_t wanted = 0;
        for (const Source &source : (*profile)->tables().sources) {
            constexpr std::int64_t nsPerUs = 1000;
            const std::string text((*profile)->text(source.attributes.front().json)); // interval_us
            intervals.insert(std::stoll(text) * nsPerUs);
            wanted += std::stoll(text) * nsPerUs * std::int64_t(source.samples);
        }
        QCOMPARE(summary.duration.count(), wanted);
        if (intervals.size() > 1)
            return;
        const Nanoseconds interval(*intervals.begin());
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
