// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "views/state/timescale.h"
#include "views/text/durationtext.h"

#include <QTest>

using namespace ember;
using namespace ember::model;
using namespace ember::views;

namespace {

constexpr std::int64_t epoch = 1'760'000'000'000'000'000;

TimeScale scaleOf(std::int64_t start, std::int64_t duration, double width)
{
    return {{timestampFromNs(start), timestampFromNs(start + duration)}, width};
}

QStringList labels(const std::vector<Tick> &ticks)
{
    QStringList all;
    for (const Tick &tick : ticks) {
        if (!tick.label.isEmpty())
            all << tick.label;
    }
    return all;
}

} // namespace

class TstTimeScale : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void timesNowKeepTheirNanoseconds()
    {
        const auto scale = scaleOf(epoch, 1000, 1000);
        QCOMPARE(scale.toX(timestampFromNs(epoch + 7)), 7.0);
        QCOMPARE(toNs(scale.toTime(7)), epoch + 7);
        QCOMPARE(toNs(scale.toTime(-3)), epoch - 3);
    }

    void thereAndBackIsTheSame_data()
    {
        QTest::addColumn<qint64>("start");
        QTest::addColumn<qint64>("duration");
        QTest::newRow("100 ns") << qint64(epoch) << qint64(100);
        QTest::newRow("1 s") << qint64(epoch) << qint64(1'000'000'000);
        QTest::newRow("24 h") << qint64(epoch) << qint64(86'400'000'000'000);
        QTest::newRow("from zero") << qint64(0) << qint64(66'000'000'000);
        QTest::newRow("before 1970") << qint64(-5'000'000'000) << qint64(10'000'000'000);
    }

    void thereAndBackIsTheSame()
    {
        QFETCH(qint64, start);
        QFETCH(qint64, duration);
        const auto scale = scaleOf(start, duration, 1920);
        for (int x = 0; x <= 1920; x += 64) {
            const double back = scale.toX(scale.toTime(x));
            QVERIFY2(std::abs(back - x) <= 1920.0 / static_cast<double>(duration) + 1e-6,
                     qPrintable(QString::number(back - x)));
        }
    }

    void emptyRangesAndWidthsMapToTheStart()
    {
        QCOMPARE(scaleOf(epoch, 0, 500).toX(timestampFromNs(epoch + 5)), 0.0);
        QCOMPARE(toNs(scaleOf(epoch, 0, 500).toTime(5)), epoch);
        QCOMPARE(toNs(scaleOf(epoch, 100, 0).toTime(5)), epoch);
        QVERIFY(relativeTicks(scaleOf(epoch, 0, 500), timestampFromNs(epoch), 100).empty());
        QVERIFY(relativeTicks(scaleOf(epoch, 1'000'000, 0), timestampFromNs(epoch), 100).empty());
        QCOMPARE(TimeScale().toX(timestampFromNs(1)), 0.0);
    }

    void ticksAreRoundAndCountFromTheOrigin_data()
    {
        QTest::addColumn<qint64>("offset");
        QTest::addColumn<qint64>("duration");
        QTest::addColumn<QString>("expected");
        QTest::newRow("seconds") << qint64(0) << qint64(4'500'000'000)
                                 << "0 s | 1 s | 2 s | 3 s | 4 s";
        QTest::newRow("milliseconds")
            << qint64(0) << qint64(45'000'000) << "0.00 s | 10 ms | 20 ms | 30 ms | 40 ms";
        QTest::newRow("inside a second") << qint64(2'000'000'000) << qint64(45'000'000)
                                         << "2.00 s | 2.01 s | 2.02 s | 2.03 s | 2.04 s";
        QTest::newRow("minutes") << qint64(0) << qint64(270'000'000'000)
                                 << "0 s | 1:00 | 2:00 | 3:00 | 4:00";
        QTest::newRow("hours") << qint64(3'600'000'000'000) << qint64(16'200'000'000'000)
                               << "1:00:00 | 2:00:00 | 3:00:00 | 4:00:00 | 5:00:00";
        QTest::newRow("nanoseconds")
            << qint64(100) << qint64(45) << "100 ns | 110 ns | 120 ns | 130 ns | 140 ns";
    }

    void ticksAreRoundAndCountFromTheOrigin()
    {
        QFETCH(qint64, offset);
        QFETCH(qint64, duration);
        QFETCH(QString, expected);
        const auto scale = scaleOf(epoch + offset, duration, 450);
        QCOMPARE(
            labels(relativeTicks(scale, timestampFromNs(epoch), 100)).join(QStringLiteral(" | ")),
            expected);
    }

    void labelledTicksKeepTheirDistance()
    {
        for (std::int64_t duration = 100; duration < 400'000'000'000'000; duration *= 3) {
            const auto scale = scaleOf(epoch, duration, 1000);
            QVERIFY(static_cast<double>(tickStep(scale, 100).count())
                    >= static_cast<double>(scale.toDuration(100).count()));
            QVERIFY(labels(relativeTicks(scale, timestampFromNs(epoch), 100)).size() <= 11);
        }
    }

    void durationsReadWell_data()
    {
        QTest::addColumn<qint64>("ns");
        QTest::addColumn<QString>("text");
        QTest::newRow("0") << qint64(0) << "0 ns";
        QTest::newRow("999") << qint64(999) << "999 ns";
        QTest::newRow("us") << qint64(1'250) << "1.25 µs";
        QTest::newRow("almost ms") << qint64(999'600) << "1.00 ms";
        QTest::newRow("ms") << qint64(12'340'000) << "12.3 ms";
        QTest::newRow("s") << qint64(9'900'000'000) << "9.90 s";
        QTest::newRow("min") << qint64(125'000'000'000) << "2 min 05 s";
        QTest::newRow("h") << qint64(3'720'000'000'000) << "1 h 02 min";
        QTest::newRow("negative") << qint64(-1'500'000) << "−1.50 ms";
    }

    void durationsReadWell()
    {
        QFETCH(qint64, ns);
        QFETCH(QString, text);
        QCOMPARE(durationText(Nanoseconds(ns)), text);
    }

    void sharesInWholePercentsDoNotVanish()
    {
        QCOMPARE(wholePercentText(0.224), QStringLiteral("22 %"));
        QCOMPARE(wholePercentText(1), QStringLiteral("100 %"));
        QCOMPARE(wholePercentText(0.0043), QStringLiteral("0.43 %"));
        QCOMPARE(wholePercentText(0.00001), QStringLiteral("<0.01 %"));
    }

    void durationsFollowTheLocale()
    {
        QLocale::setDefault(QLocale(QLocale::German));
        QCOMPARE(durationText(Nanoseconds(1'250'000)), QStringLiteral("1,25 ms"));
        QLocale::setDefault(QLocale::c());
    }
};

EMBER_TEST(TstTimeScale)
#include "tst_timescale.moc"
