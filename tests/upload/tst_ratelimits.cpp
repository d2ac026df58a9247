// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/ratelimits.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <barrier>
#include <thread>
#include <vector>

using namespace ember;
using namespace ember::app;

namespace {

// A Sunday; the HTTP date of the same moment is "Sun, 06 Nov 1994 08:49:37 GMT".
const QDateTime now(QDate(1994, 11, 6), QTime(8, 49, 37), Qt::UTC);
const QString chunk = QStringLiteral("profile_chunk");
const QString chunkUi = QStringLiteral("profile_chunk_ui");

} // namespace

class TstRateLimits : public QObject {
    Q_OBJECT

private slots:
    void anAnswerHoldsBackForSoManySeconds_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("limits");
        QTest::addColumn<QByteArray>("retryAfter");
        QTest::addColumn<double>("seconds"); // 0: not held back
        const auto row = [](const char *name, int status, const char *limits,
                            const char *retryAfter, double seconds) {
            QTest::newRow(name) << status << QByteArray(limits) << QByteArray(retryAfter)
                                << seconds;
        };
        row("200 alone", 200, "", "", 0);
        row("200 with Retry-After", 200, "", "30", 0);
        row("503 with Retry-After", 503, "", "30", 0);
        row("429 alone", 429, "", "", 60);
        row("429 with seconds", 429, "", "30", 30);
        row("429 with broken seconds", 429, "", "2.5", 2.5);
        row("429 with a date", 429, "", "Sun, 06 Nov 1994 08:51:17 GMT", 100);
        row("429 with a date that is over", 429, "", "Sun, 06 Nov 1994 08:00:00 GMT", 0);
        row("429 with nonsense", 429, "", "soon", 60);
        row("429 with a negative number", 429, "", "-5", 60);
        row("header with 200", 200, "10:profile_chunk:org", "", 10);
        row("header goes first", 429, "10:profile_chunk:org", "500", 10);
        row("header for others", 429, "10:error:org", "500", 0);
        row("all categories", 200, "11::organization", "", 11);
        row("only seconds", 200, "11", "", 11);
        row("among several", 200, "5:error;profile_chunk;session:project:reason:ns;ns2", "", 5);
        row("the longest counts", 200, "5:profile_chunk:org, 9:profile_chunk:key,2::org", "", 9);
        row("unknown names are not all", 200, "99:comet_tails;unicorn:org", "", 0);
        row("unknown beside known", 200, "9:comet_tails;profile_chunk:org", "", 9);
        row("spaces", 200, "  7 : profile_chunk ; error : org ", "", 7);
        row("floating", 200, "1.5:profile_chunk:org", "", 1.5);
        row("nonsense", 200, "x:profile_chunk:org, :::, ,", "", 0);
        row("infinite", 200, "inf:profile_chunk:org, nan:profile_chunk", "", 0);
        row("ui is another", 200, "9:profile_chunk_ui:org", "", 0);
    }

    void anAnswerHoldsBackForSoManySeconds()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, limits);
        QFETCH(QByteArray, retryAfter);
        QFETCH(double, seconds);
        RateLimits rateLimits;
        rateLimits.update(status, limits, retryAfter, now);
        const auto until = rateLimits.limitedUntil(chunk, now);
        QCOMPARE(until.has_value(), seconds > 0);
        if (until)
            QCOMPARE(now.msecsTo(*until), qint64(seconds * 1000));
    }

    void aLimitEndsByItself()
    {
        RateLimits limits;
        limits.update(200, "10:profile_chunk:org", {}, now);
        QVERIFY(limits.limitedUntil(chunk, now.addMSecs(9'999)).has_value());
        QVERIFY(!limits.limitedUntil(chunk, now.addSecs(10)).has_value());
        QVERIFY(!limits.limitedUntil(chunkUi, now).has_value());
    }

    void aLaterAnswerCanOnlyMakeItLonger()
    {
        RateLimits limits;
        limits.update(200, "100:profile_chunk:org", {}, now);
        limits.update(200, "10:profile_chunk:org", {}, now);
        QCOMPARE(limits.limitedUntil(chunk, now), std::optional(now.addSecs(100)));
        limits.update(429, {}, "300", now);
        QCOMPARE(limits.limitedUntil(chunk, now), std::optional(now.addSecs(300)));
        QCOMPARE(limits.limitedUntil(chunkUi, now), std::optional(now.addSecs(300)));
    }

    void anAbsurdWaitDoesNotOverflow()
    {
        RateLimits limits;
        limits.update(200, "1e300:profile_chunk:org", {}, now);
        const auto until = limits.limitedUntil(chunk, now);
        QVERIFY(until.has_value());
        QVERIFY(until->isValid());
        QCOMPARE(*until, now.addDays(1));
        // Nor in the other two ways to say it.
        RateLimits retry;
        retry.update(429, {}, "31622400", now);
        QCOMPARE(retry.limitedUntil(chunk, now), std::optional(now.addDays(1)));
        RateLimits date;
        date.update(429, {}, "Fri, 31 Dec 2399 23:59:59 GMT", now);
        QCOMPARE(date.limitedUntil(chunk, now), std::optional(now.addDays(1)));
    }

    void thePlatformDecidesTheCategory()
    {
        for (const char *platform : {"cocoa", "android", "javascript"})
            QCOMPARE(chunkCategory(QString::fromLatin1(platform)), chunkUi);
        for (const char *platform : {"native", "node", "python", "", "Cocoa"})
            QCOMPARE(chunkCategory(QString::fromLatin1(platform)), chunk);
    }

    void limitsOfProgramsThatWriteAtOnceAreAllKept()
    {
        const QTemporaryDir state;
        qputenv("XDG_STATE_HOME", QFile::encodeName(state.path()));
        const auto now = QDateTime::currentDateTimeUtc();
        constexpr int places = 20;
        constexpr int programsAtOnce = 2;
        const auto nameOf = [](int row) { return QStringLiteral("place %1").arg(row); };
        // In step, so that each waits for one write of the other at most: one that has waited for a
        // second writes without the lock.
        std::barrier together(programsAtOnce);
        std::vector<std::jthread> programs;
        for (int first = 0; first < programsAtOnce; ++first) {
            programs.emplace_back([&, first] {
                for (int row = first; row < places; row += programsAtOnce) {
                    together.arrive_and_wait();
                    PlaceLimits(nameOf(row)).update(429, {}, "300", now);
                }
            });
        }
        programs.clear();
        for (int row = 0; row < places; ++row)
            QVERIFY(PlaceLimits(nameOf(row)).limitedUntil(chunk, now));
        qunsetenv("XDG_STATE_HOME");
    }

    void theUsualPortIsTheSamePlace()
    {
        const QTemporaryDir state;
        qputenv("XDG_STATE_HOME", QFile::encodeName(state.path()));
        const auto now = QDateTime::currentDateTimeUtc();
        const auto limitsOf = [](const char *dsn) {
            return PlaceLimits(*model::sentry::parseDsn(dsn));
        };
        limitsOf("https://0123456789abcdef0123456789abcdef@a.example:443/1")
            .update(429, {}, "300", now);
        QVERIFY(limitsOf("https://0123456789abcdef0123456789abcdef@a.example/1")
                    .limitedUntil(chunk, now));
        QVERIFY(!limitsOf("http://0123456789abcdef0123456789abcdef@a.example:443/1")
                     .limitedUntil(chunk, now));
        qunsetenv("XDG_STATE_HOME");
    }
};

EMBER_TEST(TstRateLimits)
#include "tst_ratelimits.moc"
