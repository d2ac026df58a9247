// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkjson.h"
#include "model/formats/sentry/relay.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::model;
using namespace ember::model::sentry;
using namespace ember::tests;

// The reference cases: each breaks one rule, or shows what one allows.
class TstRelayCases : public QObject {
    Q_OBJECT

private slots:
    void everyCaseGetsRelaysVerdict_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("expected");
        const auto folder = referenceData(QStringLiteral("sentry/cases"));
        for (const auto &row : expectedVerdicts(folder + QLatin1String("/VERDICTS.tsv")))
            QTest::newRow(qPrintable(row.file)) << QString(folder + u'/' + row.file) << row.reason;
        if (folder.isEmpty())
            QTest::newRow("no reference data") << QString() << QString();
    }

    void everyCaseGetsRelaysVerdict()
    {
        QFETCH(QString, path);
        QFETCH(QString, expected);
        if (path.isEmpty())
            QSKIP("no reference data");
        const auto bytes = fileBytes(path);
        auto reading = readChunk(bytes.view());
        if (!reading) {
            QCOMPARE(QStringLiteral("profiling_invalid_json"), expected);
            QVERIFY2(
                QString::fromStdString(reading.error().detail).contains(QStringLiteral("(byte ")),
                reading.error().detail.c_str());
            return;
        }
        const auto verdict = judge(*reading);
        QCOMPARE(verdict.isAccepted() ? QStringLiteral("accepted")
                                      : QString::fromLatin1(reasonName(verdict.rejection->reason)),
                 expected);
    }

    void whatSentryWouldKeepEqualsTheReference_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("kept");
        const auto folder = referenceData(QStringLiteral("sentry/cases"));
        for (const auto &row : expectedVerdicts(folder + QLatin1String("/VERDICTS.tsv"))) {
            if (row.reason == QLatin1String("accepted"))
                QTest::newRow(qPrintable(row.file))
                    << QString(folder + u'/' + row.file)
                    << QString(folder + QLatin1String("/normalised/") + row.file);
        }
        if (folder.isEmpty())
            QTest::newRow("no reference data") << QString() << QString();
    }

    void whatSentryWouldKeepEqualsTheReference()
    {
        QFETCH(QString, path);
        QFETCH(QString, kept);
        if (path.isEmpty())
            QSKIP("no reference data");
        const auto bytes = fileBytes(path);
        auto reading = readChunk(bytes.view());
        QVERIFY(reading.has_value());
        QVERIFY(judge(*reading).isAccepted());
        const auto ours = nlohmann::json::parse(writeNormalised(reading->chunk));
        const auto theirs = jsonFile(kept);
        QVERIFY2(ours == theirs, nlohmann::json::diff(theirs, ours).dump().c_str());
    }
};

EMBER_TEST(TstRelayCases)
#include "tst_relaycases.moc"
