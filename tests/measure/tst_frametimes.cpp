// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capture/recorderrun.h"
#include "tests/measure/reportedseries.h"
#include "tests/support/testmain.h"

#include <QFileInfo>
#include <QTest>

using namespace ember::tests;
using namespace ember::model;

// Frame times of programs that know nothing of it: record --frames.
class TstFrameTimes : public QObject {
    Q_OBJECT

private slots:
    void aStallIsOneFrozenFrameAndIdlenessNone_data();
    void aStallIsOneFrozenFrameAndIdlenessNone();
    void aProgramsOwnWordCountsAlone();
    void waitsForWorkAreIdleness_data();
    void waitsForWorkAreIdleness();
    void windowsPaintedByQtAreSeen_data();
    void windowsPaintedByQtAreSeen();
    void withoutTheOptionNothingIsPreloaded();
    void theUsersPreloadStaysFirst();
    void whatCannotBePreloadedIsSaidAndRecorded_data();
    void whatCannotBePreloadedIsSaidAndRecorded();
};

static RecorderRun recordFrames(const QStringList &command, const QStringList &options = {})
{
    return record(QStringList(QStringLiteral("--frames")) + options, command);
}

void TstFrameTimes::aStallIsOneFrozenFrameAndIdlenessNone_data()
{
    QTest::addColumn<QString>("way");
    for (const char *way : {"glx", "glx-lookup", "egl", "egl-damage", "vulkan"})
        QTest::newRow(way) << QString::fromLatin1(way);
}

void TstFrameTimes::aStallIsOneFrozenFrameAndIdlenessNone()
{
    QFETCH(const QString, way);
    const auto run = recordFrames({QStringLiteral("presenter"), way});
    QCOMPARE(run.status, 0);
    QCOMPARE(run.output, QByteArray("23\n")); // all arrived where they should
    QVERIFY2(run.errors.isEmpty(), run.errors.constData());
    QVERIFY(run.profile);
    const auto frozen = seriesOf(*run.profile, ProcessIndex(0))["frozen_frame_renders|nanosecond"];
    QCOMPARE(frozen.size(), std::size_t(1));
    QVERIFY(frozen.front() >= 800e6);
}

void TstFrameTimes::aProgramsOwnWordCountsAlone()
{
    const auto run = recordFrames({QStringLiteral("presenter"), QStringLiteral("own")});
    QCOMPARE(run.output, QByteArray("23\n"));
    QVERIFY(run.profile);
    QVERIFY(!seriesOf(*run.profile, ProcessIndex(0)).contains("frozen_frame_renders|nanosecond"));
}

void TstFrameTimes::waitsForWorkAreIdleness_data()
{
    QTest::addColumn<QString>("thread");
    QTest::addColumn<QString>("wait");
    QTest::addColumn<bool>("isIdle");
    const auto add = [](const char *thread, const char *wait, bool isIdle) {
        QTest::addRow("%s %s", thread, wait)
            << QString::fromLatin1(thread) << QString::fromLatin1(wait) << isIdle;
    };
    for (const char *wait :
         {"poll", "ppoll", "select", "pselect", "epoll_wait", "epoll_pwait", "epoll_pwait2",
          "sleep", "usleep", "nanosleep", "clock_nanosleep", "thrd_sleep"})
        add("main", wait, true);
    for (const char *wait :
         {"pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait", "sem_wait",
          "sem_timedwait", "sem_clockwait"})
        add("thread", wait, true);
    for (const char *wait : {"pthread_cond_wait", "sem_wait", "spin"})
        add("main", wait, false);
    add("thread", "spin", false);
}

void TstFrameTimes::waitsForWorkAreIdleness()
{
    QFETCH(const QString, thread);
    QFETCH(const QString, wait);
    QFETCH(const bool, isIdle);
    const auto run = recordFrames({QStringLiteral("idler"), thread, wait});
    QCOMPARE(run.status, 0);
    QCOMPARE(run.output, QByteArray("2\n"));
    QVERIFY(run.profile);
    QCOMPARE(seriesOf(*run.profile, ProcessIndex(0))["frozen_frame_renders|nanosecond"].size(),
             std::size_t(isIdle ? 0 : 1));
}

void TstFrameTimes::windowsPaintedByQtAreSeen_data()
{
    QTest::addColumn<QString>("window");
    QTest::addColumn<QString>("stall");
    for (const char *window : {"widget", "window"}) {
        for (const char *stall : {"painting", "blocked"})
            QTest::addRow("%s %s", window, stall)
                << QString::fromLatin1(window) << QString::fromLatin1(stall);
    }
}

void TstFrameTimes::windowsPaintedByQtAreSeen()
{
    QFETCH(const QString, window);
    QFETCH(const QString, stall);
    if (!QFileInfo::exists(targetProgram(QStringLiteral("rasterwindow"))))
        QSKIP("built without Qt Widgets");
    const auto run =
        recordFrames({QStringLiteral("rasterwindow"), window, stall},
                     {QStringLiteral("--env"), QStringLiteral("QT_QPA_PLATFORM=offscreen")});
    QCOMPARE(run.status, 0);
    QCOMPARE(run.output, QByteArray("whole\n"));
    QVERIFY(run.profile);
    auto series = seriesOf(*run.profile, ProcessIndex(0));
    const auto frozen = series["frozen_frame_renders|nanosecond"];
    QCOMPARE(frozen.size(), std::size_t(1));
    QVERIFY(frozen.front() >= 800e6);
    QCOMPARE(series["screen_frame_rates|hertz"], std::vector<double>{60}); // offscreen's
}

static QByteArray preloadSeenBy(const QStringList &options)
{
    const auto run = record(
        options,
        {QStringLiteral("/bin/sh"), QStringLiteral("-c"), QStringLiteral("echo \"$LD_PRELOAD\"")});
    return run.output.trimmed();
}

void TstFrameTimes::withoutTheOptionNothingIsPreloaded()
{
    QCOMPARE(preloadSeenBy({}), qgetenv("LD_PRELOAD"));
    QCOMPARE(preloadSeenBy({QStringLiteral("--measurements")}), qgetenv("LD_PRELOAD"));
}

void TstFrameTimes::theUsersPreloadStaysFirst()
{
    const QByteArray shim = EMBER_BUILD_DIR "/libemberchart-frames.so";
    QCOMPARE(preloadSeenBy({QStringLiteral("--frames"), QStringLiteral("--unset-env"),
                            QStringLiteral("LD_PRELOAD")}),
             shim);
    QCOMPARE(preloadSeenBy({QStringLiteral("--frames"), QStringLiteral("--env"),
                            QStringLiteral("LD_PRELOAD=libm.so.6")}),
             QByteArray("libm.so.6:") + shim);
}

void TstFrameTimes::whatCannotBePreloadedIsSaidAndRecorded_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("static") << QStringList{QStringLiteral("staticbusy"), QStringLiteral("1"),
                                           QStringLiteral("50")}
                            << QByteArray("statically");
#ifndef __clang__ // links it statically, which is no hindrance
    QTest::newRow("sanitizer") << QStringList{QStringLiteral("sanitized")}
                               << QByteArray("sanitizer");
#endif
}

void TstFrameTimes::whatCannotBePreloadedIsSaidAndRecorded()
{
    QFETCH(const QStringList, command);
    QFETCH(const QByteArray, reason);
    const QStringList options{QStringLiteral("--env"),
                              QStringLiteral("ASAN_OPTIONS=detect_leaks=0")};
    const auto plain = record(options, command);
    const auto run = recordFrames(command, options);
    QCOMPARE(run.status, plain.status);
    QCOMPARE(run.output, plain.output);
    QVERIFY2(run.errors.contains("no frame times of") && run.errors.contains(reason),
             run.errors.constData());
    QVERIFY(run.profile && wasFinished(*run.profile));
}

EMBER_TEST(TstFrameTimes)
#include "tst_frametimes.moc"
