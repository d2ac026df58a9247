// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/result.h"
#include "model/formats/sentry/sentrytime.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::model;
using namespace ember::model::sentry;

class TstRfc3339 : public QObject {
    Q_OBJECT

private slots:
    void timesAreReadToTheNanosecond_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("ns");
        constexpr qint64 second = 1'000'000'000;
        QTest::newRow("epoch") << "1970-01-01T00:00:00Z" << qint64(0);
        QTest::newRow("milliseconds")
            << "2026-11-21T07:43:06.882Z" << 1'795'246'986 * second + 882'000'000;
        QTest::newRow("nanoseconds, and more")
            << "2026-11-21T07:43:06.8820000019Z" << 1'795'246'986 * second + 882'000'001;
        QTest::newRow("space") << "2023-10-10 00:00:00Z" << 1'696'896'000 * second;
        QTest::newRow("small letters") << "2023-10-10t00:00:00z" << 1'696'896'000 * second;
        QTest::newRow("offset") << "2023-10-10T02:30:00+02:30" << 1'696'896'000 * second;
        QTest::newRow("before 1970") << "1969-12-31T23:59:59.5Z" << -second / 2;
        QTest::newRow("leap day") << "2024-02-29T00:00:00Z" << 1'709'164'800 * second;
    }

    void timesAreReadToTheNanosecond()
    {
        QFETCH(QString, text);
        QFETCH(qint64, ns);
        const auto time = parseRfc3339(text.toStdString(), UtcOffset::Any);
        QVERIFY(time.has_value());
        QCOMPARE(qint64(toNs(*time)), ns);
    }

    void whatIsNoTimeIsNone_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text :
             {"", "2026", "2026-11-21", "2026-11-21T07:43:06", "2026-11-21T07:43:06.Z",
              "2026-13-21T07:43:06Z", "2026-02-30T07:43:06Z", "2026-11-21T24:00:00Z",
              "2026-11-21T07:60:00Z", "2026-11-21T07:43:06.5", "2026-11-21T07:43:06+2:30",
              "2026-11-21T07:43:06Zx", "x2026-11-21T07:43:06Z", "1795246986.5"})
            QTest::newRow(text) << QString::fromLatin1(text);
    }

    void whatIsNoTimeIsNone()
    {
        QFETCH(QString, text);
        QVERIFY(!parseRfc3339(text.toStdString(), UtcOffset::Any));
    }

    void anOffsetCanBeRefused()
    {
        QVERIFY(!parseRfc3339("2023-10-10T02:00:00+02:00", UtcOffset::Zero));
        QVERIFY(parseRfc3339("2023-10-10T02:00:00+00:00", UtcOffset::Zero));
    }

    void whatIsWrittenIsReadAgain()
    {
        QCOMPARE(toRfc3339(Timestamp()), std::string("1970-01-01T00:00:00.000Z"));
        for (const std::int64_t ns :
             {1'795'246'986'882'000'000LL, 1'795'246'986'882'017'000LL, 1'795'246'986'000'000'009LL,
              -1LL, -62'000'000'000'000'000LL}) {
            const auto time = timestampFromNs(ns);
            QCOMPARE(parseRfc3339(toRfc3339(time), UtcOffset::Zero), std::optional(time));
        }
    }

    void absurdYearsAreCutOff()
    {
        const auto late = parseRfc3339("9999-12-31T23:59:59.999Z", UtcOffset::Any);
        const auto early = parseRfc3339("0000-01-01T00:00:00Z", UtcOffset::Any);
        QVERIFY(late && early);
        QVERIFY(*late - *early > Nanoseconds(0)); // fits
    }
};

EMBER_TEST(TstRfc3339)
#include "tst_rfc3339.moc"
