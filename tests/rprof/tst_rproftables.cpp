// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/importer.h"
#include "model/formats/rprof/rprofreader.h"
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
};

EMBER_TEST(TstRprofTables)
#include "tst_rproftables.moc"
