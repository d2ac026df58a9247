// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capturelog/logfixture.h"
#include "tests/cli/program.h"
#include "tests/support/contentof.h"
#include "tests/support/testmain.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace ember;
using namespace ember::tests;

// What commands count and write of a real capture: one thread that works beside eight that wait in
// poll, epoll_wait, nanosleep and futex.
class TstSelection : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_log;

    QString path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    QJsonObject summary(const QStringList &options = {}) const
    {
        return cli(QStringList{u"summary"_qs, u"--json"_qs, m_log} + options).json()[0].toObject();
    }

    static qint64 timeOf(const QJsonObject &summary, QLatin1String member)
    {
        qint64 time = 0;
        for (const auto &function : summary[u"functions"].toArray())
            time += function[member].toInteger();
        return time;
    }

    static QByteArray firstFunction(const QByteArray &text)
    {
        const auto lines = text.split('\n');
        for (qsizetype line = 0; line + 1 < lines.size(); ++line) {
            if (lines[line].endsWith("  function"))
                return lines[line + 1];
        }
        return {};
    }

private slots:
    void initTestCase()
    {
        m_log = path("log.ember");
        cli({u"record"_qs, u"-F"_qs, u"499"_qs, u"-o"_qs, m_log, u"--"_qs,
             QStringLiteral(EMBER_BUILD_DIR "/targets/sleepers"), u"8"_qs, u"1000"_qs});
        QVERIFY(QFile::exists(m_log));
    }

    void theBusyFunctionIsFirst()
    {
        const auto busy = cli({u"summary"_qs, m_log});
        QVERIFY2(firstFunction(busy.out).contains("main"), busy.out.constData());
        QVERIFY2(busy.out.contains("% of the time, is left out: --idle counts it)"),
                 busy.out.constData());
        const auto all = cli({u"summary"_qs, u"--idle"_qs, m_log});
        QVERIFY2(!firstFunction(all.out).contains("main"), all.out.constData());
        QVERIFY2(all.out.contains("(with the idle waiting of threads, "), all.out.constData());
    }

    // Functions have it in their times, though they did nothing meanwhile.
    void waitingForACpuIsSaid()
    {
        constexpr int ticks = 40;
        LogFile log;
        log->event({model::CaptureEventKind::Started, captureStart, 0, ""});
        const auto small = beginSmallProcess(log);
        for (int tick = 0; tick < ticks; ++tick) {
            const auto state =
                tick % 4 == 0 ? model::ThreadState::Runnable : model::ThreadState::Running;
            const model::TickSample sample{small.thread,
                                           model::SampleKind::Taken,
                                           smallStack(log, small, 0x300),
                                           {9'000'000, 12'000, state}};
            QVERIFY(log->tick(tickTime(tick), {&sample, 1}));
        }
        log.finish();
        const auto file = QString::fromStdString(log.path());
        const auto all = cli({u"summary"_qs, file});
        QVERIFY2(all.out.contains("(waiting for a CPU, 25.6 % of these times, is counted"),
                 all.out.constData());
        const auto ran = cli({u"summary"_qs, u"--running"_qs, file});
        QVERIFY2(!ran.out.contains("(waiting for a CPU"), ran.out.constData());
        QVERIFY2(!cli({u"summary"_qs, m_log}).out.contains(": busy "), "");
    }

    // By the capture, and by a profile of the same process in another file.
    void whatWasRecordedTwiceCountsOnce()
    {
        const QString again = path("again.json");
        const QString both = path("both.sqlite");
        QCOMPARE(cli({u"convert"_qs, m_log, u"-o"_qs, again}).exitCode, 0);
        QCOMPARE(cli({u"convert"_qs, m_log, again, u"-o"_qs, both}).exitCode, 0);
        const auto once = summary();
        const auto twice = cli({u"summary"_qs, u"--json"_qs, both}).json()[0].toObject();
        const auto threads = twice[u"threads"].toArray();
        qsizetype marked = 0;
        for (const auto &thread : threads)
            marked += thread.toObject()[u"second_record"].toBool() ? 1 : 0;
        QCOMPARE(threads.size(), 2 * once[u"threads"].toArray().size());
        QCOMPARE(marked * 2, threads.size());
        QCOMPARE(timeOf(twice, QLatin1String("self_ns")), timeOf(once, QLatin1String("self_ns")));
        const auto text = cli({u"summary"_qs, both}).out;
        QCOMPARE(text.count(", recorded twice: not counted"), marked);
        QVERIFY2(text.contains("record of a process that was captured, too"), text.constData());
        const auto part = cli({u"summary"_qs, u"--from"_qs, u"0"_qs, both}).out;
        QVERIFY2(part.contains(", recorded twice: not counted"), part.constData());
    }

    // Members that were there keep their meaning.
    void theJsonHasBoth()
    {
        const auto all = summary();
        const auto sampled = all[u"sampled_ns"].toInteger();
        const auto idle = all[u"idle_ns"].toInteger();
        QVERIFY2(idle > sampled * 7 / 10 && idle < sampled * 95 / 100,
                 qPrintable(QStringLiteral("%1 of %2").arg(idle).arg(sampled)));
        QCOMPARE(timeOf(all, QLatin1String("self_ns")), sampled);
        QCOMPARE(timeOf(all, QLatin1String("busy_self_ns")), sampled - idle);
    }

    void runningLeavesOutAllWaiting()
    {
        const auto ran = summary({u"--running"_qs});
        const auto all = summary();
        QVERIFY(timeOf(ran, QLatin1String("self_ns")) > 0);
        QVERIFY(timeOf(ran, QLatin1String("self_ns"))
                <= timeOf(all, QLatin1String("busy_self_ns")));
        QVERIFY2(cli({u"summary"_qs, u"--running"_qs, m_log}).out.contains("(only what ran"), "");
        QCOMPARE(cli({u"summary"_qs, u"--running"_qs, u"--idle"_qs, m_log}).exitCode, 2);
    }

    void aRangeIsCut()
    {
        const auto part = summary({u"--from"_qs, u"0.2"_qs, u"--to"_qs, u"0.5s"_qs});
        const auto threads = part[u"threads"].toArray();
        QCOMPARE(threads.size(), 9);
        QCOMPARE(part[u"duration_ns"].toInteger(), 300'000'000);
        for (const auto &thread : threads)
            QVERIFY(thread[u"duration_ns"].toInteger() <= 300'000'000);
    }

    void threadsAreChosenByNameAndId()
    {
        const auto id = summary()[u"threads"][2][u"id"].toString();
        const auto one = summary({u"--thread"_qs, id})[u"threads"].toArray();
        QCOMPARE(one.size(), 1);
        QCOMPARE(one[0][u"id"].toString(), id);
        QCOMPARE(summary({u"--thread"_qs, u"sleep*"_qs})[u"threads"].toArray().size(), 9);
        const auto tree = cli({u"calltree"_qs, u"--json"_qs, u"--thread"_qs, id, u"--thread"_qs,
                               summary()[u"threads"][3][u"id"].toString(), m_log});
        QCOMPARE(tree.json()[u"threads"].toArray().size(), 2);
        const auto none = cli({u"summary"_qs, u"--thread"_qs, u"nobody"_qs, m_log});
        QCOMPARE(none.exitCode, 1);
        QVERIFY2(none.err.contains("nobody"), none.err.constData());
    }

    void aProfileWithoutTheThreadIsAFault()
    {
        const QString other = path("other.txt");
        QFile file(other);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("main;work 3\n") > 0);
        file.close();
        const auto id = summary()[u"threads"][2][u"id"].toString();
        const auto run = cli({u"summary"_qs, u"--json"_qs, u"--thread"_qs, id, m_log, other});
        QCOMPARE(run.json().array().size(), 1);
        QVERIFY2(run.err.contains("other.txt"), run.err.constData());
        QCOMPARE(run.exitCode, 1);
    }

    void theTreeOfWhatRanHasNoWaiting()
    {
        const auto all = cli({u"calltree"_qs, m_log});
        QVERIFY(all.out.contains("poll"));
        const auto timeOfRoots = [this](const QStringList &options) {
            qint64 time = 0;
            const auto json =
                cli(QStringList{u"calltree"_qs, u"--json"_qs, m_log} + options).json();
            for (const auto &thread : json[u"threads"].toArray()) {
                for (const auto &root : thread[u"roots"].toArray())
                    time += root[u"duration_ns"].toInteger();
            }
            return time;
        };
        QVERIFY(timeOfRoots({u"--running"_qs}) * 2 < timeOfRoots({}));
        const qint64 main =
            timeOfRoots({u"--running"_qs, u"--from"_qs, u"0.3"_qs, u"--to"_qs, u"0.6"_qs});
        QVERIFY2(main > 0 && main <= 400'000'000, qPrintable(QString::number(main)));
    }

    void partsAreWrittenAndWhatIsLeftOutIsSaid()
    {
        const auto id = summary()[u"threads"][0][u"id"].toString();
        for (const char *name : {"part.json", "part.speedscope.json", "part.sqlite"}) {
            const auto run = cli({u"convert"_qs, m_log, u"--thread"_qs, id, u"--from"_qs,
                                  u"0.25"_qs, u"--to"_qs, u"0.5"_qs, u"-o"_qs, path(name)});
            QVERIFY2(run.exitCode == 0, run.err.constData());
            QVERIFY2(run.err.contains("left out, as asked for: 8 threads"), run.err.constData());
            const auto part = cli({u"summary"_qs, u"--json"_qs, path(name)}).json()[0];
            QVERIFY2(qAbs(part[u"duration_ns"].toInteger() - 250'000'000) <= 2'000'000, name);
        }
        // A format and the end of the range.
        const auto run = cli({u"convert"_qs, m_log, u"--running"_qs, u"--to"_qs, u"0.5"_qs,
                              u"--to"_qs, u"collapsed"_qs, u"-o"_qs, path("ran")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY(!contentOf(path("ran")).contains(";__poll "));
        QCOMPARE(cli({u"convert"_qs, m_log, u"--from"_qs, u"1"_qs, u"--to"_qs, u"0.5"_qs, u"-o"_qs,
                      path("x.json")})
                     .exitCode,
                 2);
        QCOMPARE(cli({u"convert"_qs, m_log, u"--from"_qs, u"soon"_qs, u"-o"_qs, path("x.json")})
                     .exitCode,
                 2);
    }

    void whatHasNoTimesHasNoRange()
    {
        QFile stacks(path("stacks"));
        QVERIFY(stacks.open(QFile::WriteOnly));
        stacks.write("main;a 2\nmain;b 5\n");
        stacks.close();
        const auto run = cli({u"summary"_qs, u"--from"_qs, u"1"_qs, path("stacks")});
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.err.contains("no times"), run.err.constData());
    }
};

EMBER_TEST(TstSelection)
#include "tst_selection.moc"
