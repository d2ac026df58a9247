// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/control/commandline.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <csignal>

using namespace ember::capture;
using namespace std::chrono_literals;

class TstKeepSyntax : public QObject {
    Q_OBJECT

private slots:
    void sizesHaveUnits_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<quint64>("bytes");
        QTest::newRow("bytes") << QByteArray("4096") << quint64(4096);
        QTest::newRow("decimal") << QByteArray("500MB") << quint64(500'000'000);
        QTest::newRow("binary") << QByteArray("2GiB") << (quint64(2) << 30U);
        QTest::newRow("fraction") << QByteArray("1.5kB") << quint64(1500);
    }

    void sizesHaveUnits()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const quint64, bytes);
        const auto size = parseSize(text.toStdString());
        QVERIFY(size.has_value());
        QCOMPARE(*size, std::uint64_t(bytes));
    }

    void whatIsNoSizeIsRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char *text :
             {"", "MB", "-1MB", "1 MB", "1mb", "1MBx", "1e9", "nan", "inf", "99999999999GB"})
            QTest::newRow(text) << QByteArray(text);
    }

    void whatIsNoSizeIsRefused()
    {
        QFETCH(const QByteArray, text);
        QVERIFY(!parseSize(text.toStdString()));
    }

    void aRingIsATimeOrASize()
    {
        QCOMPARE(parseRing("10min")->duration, std::chrono::nanoseconds(10min));
        QCOMPARE(parseRing("1.5h")->duration, std::chrono::nanoseconds(90min));
        QCOMPARE(parseRing("90s")->bytes, std::uint64_t(0));
        QCOMPARE(parseRing("2GB")->bytes, std::uint64_t(2'000'000'000));
        QCOMPARE(parseRing("2GB")->duration, std::chrono::nanoseconds(0));
    }

    void ringsTooSmallToKeepSegmentsAreRefused()
    {
        for (const char *text : {"0.5s", "0s", "100kB", "0", "", "minutes"})
            QVERIFY2(!parseRing(text), text);
    }

    void triggersAddUp()
    {
        KeepTriggers triggers;
        QVERIFY(addTrigger("frozen-frame", triggers));
        QVERIFY(addTrigger("cpu>87.5", triggers));
        QVERIFY(addTrigger("signal:USR2", triggers));
        QVERIFY(triggers.onFrozenFrame);
        QCOMPARE(triggers.cpuAbove.value(), 87.5);
        QCOMPARE(triggers.signal.value(), SIGUSR2);
    }

    void otherTriggersAreRefused()
    {
        KeepTriggers triggers;
        for (const char *text : {"", "cpu", "cpu>", "cpu>x", "cpu>90x", "cpu>0", "cpu>0.0",
                                 "cpu>1000000", "signal:KILL", "frozen"})
            QVERIFY2(!addTrigger(text, triggers) && !triggers.cpuAbove, text);
    }
};

EMBER_TEST(TstKeepSyntax)
#include "tst_keepsyntax.moc"
