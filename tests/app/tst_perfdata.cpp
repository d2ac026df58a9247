// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/inputfiles.h"
#include "app/session/loader.h"
#include "model/formats/compression/compression.h"
#include "model/query/functionstatistics.h"
#include "model/query/rangestatistics.h"
#include "tests/app/sandbox.h"
#include "tests/support/testmain.h"
#include "tests/support/variable.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <sched.h>
#include <stop_token>
#include <thread>

using namespace ember;
using namespace ember::app;
using ember::tests::Sandbox;
using ember::tests::Variable;

namespace {

constexpr const char *printedText = "work 7/8     1.000000:     250000 cpu-clock: \n"
                                    "\t           10 leaf+0x10 (/usr/bin/work)\n"
                                    "\t           20 main+0x20 (/usr/bin/work)\n\n"
                                    "work 7/8     1.010000:     250000 cpu-clock: \n"
                                    "\t           10 leaf+0x10 (/usr/bin/work)\n"
                                    "\t           20 main+0x20 (/usr/bin/work)\n\n";

// perf prints no stacks and periods of tracepoints if it is asked for the first field alone.
const QByteArray fields("+pid,+period,+ip,+sym,+symoff,+dso");
// Only newer ones print, on request, where code is in its binary's file.
const QByteArray fieldsOfNewer = fields + ",+dsoff";

// A program named perf, alone in PATH beside the shell's tools.
QByteArray pathWith(const Sandbox &sandbox, const QByteArray &script)
{
    QDir().mkpath(sandbox.path(QStringLiteral("bin")));
    if (!script.isEmpty()) {
        const QString perf = sandbox.write(QStringLiteral("bin/perf"), "#!/bin/sh\n" + script);
        QFile::setPermissions(perf, QFile::permissions(perf) | QFileDevice::ExeOwner);
    }
    return sandbox.path(QStringLiteral("bin")).toLocal8Bit();
}

model::Result<OpenedFilesPointer> load(const QString &path, const std::stop_token &stop = {})
{
    return loadFiles({{path}, {}, {}}, stop, {[](LoadStage) {}});
}

} // namespace

// Recordings of perf are read through perf itself.
class TstPerfData : public QObject {
    Q_OBJECT
private slots:
    void whatPerfPrintsIsOpened()
    {
        const Sandbox sandbox;
        const Variable path("PATH",
                            pathWith(sandbox,
                                     "if [ $1 = buildid-list ]; then\n"
                                     "echo 12ab /usr/bin/work; exit; fi\n"
                                     "for last; do :; done; echo \"$@\" > \"$last.asked\"\n"
                                     "printf '"
                                         + QByteArray(printedText).replace("\n", "\\n") + "'\n"));
        const QString data = sandbox.write(QStringLiteral("-x perf.data"), "PERFILE2 and so on");
        const auto opened = load(data);
        QVERIFY2(opened, opened ? "" : opened.error().detail.c_str());
        QCOMPARE((*opened)->profiles.size(), std::size_t(1));
        QCOMPARE((*opened)->profiles.front().files, QStringList{data});
        const auto profile = (*opened)->profiles.front().spans->profile();
        QCOMPARE(profile->sampleCount(), std::size_t(2));
        QCOMPARE(profile->text(profile->image(model::ImageIndex(0)).codeId),
                 std::string_view("12ab"));
        QFile asked(data % QLatin1String(".asked"));
        QVERIFY(asked.open(QIODevice::ReadOnly));
        QCOMPARE(asked.readAll().trimmed(),
                 "script --no-inline --show-switch-events -F " + fieldsOfNewer + " -i "
                     + data.toLocal8Bit());
    }

    void anOlderPerfIsAskedForLess()
    {
        const Sandbox sandbox;
        const Variable path(
            "PATH",
            pathWith(sandbox,
                     "case \"$*\" in\n"
                     "*dsoff*) echo half a line; echo Invalid field >&2; exit 129;;\n"
                     "buildid-list*) exit 1;;\n"
                     "esac\n"
                     "printf '"
                         + QByteArray(printedText).replace("\n", "\\n") + "'\n"));
        const auto opened = load(sandbox.write(QStringLiteral("perf.data"), "PERFILE2"));
        QVERIFY2(opened, opened ? "" : opened.error().detail.c_str());
        QCOMPARE((*opened)->profiles.front().spans->profile()->sampleCount(), std::size_t(2));
    }

    void findingsNameTheRecording()
    {
        const Sandbox sandbox;
        const Variable path("PATH",
                            pathWith(sandbox,
                                     "printf 'a 7/8 1.0: 1 x: \\n\\t1 f (x)\\n\\n"
                                     "b 7/8 1.1: 1 x: \\n\\t1 f (x)\\n\\n'\n"));
        const QString data = sandbox.write(QStringLiteral("perf.data"), "PERFILE2 and so on");
        const auto opened = load(data);
        QVERIFY2(opened, opened ? "" : opened.error().detail.c_str());
        QCOMPARE((*opened)->log.findings().size(), std::size_t(1));
        QCOMPARE((*opened)->log.findings().front().subject, data.toStdString());
    }

    void aCompressedRecordingIsUnpackedForPerf()
    {
        const Sandbox sandbox;
        // It prints only what is a recording.
        const Variable path("PATH",
                            pathWith(sandbox,
                                     "for last; do :; done; read -r start < \"$last\"\n"
                                     "[ \"$start\" = 'PERFILE2 and so on' ] || exit 3\n"
                                     "printf '"
                                         + QByteArray(printedText).replace("\n", "\\n") + "'\n"));
        const auto packed = model::gzipped("PERFILE2 and so on\n");
        QVERIFY(packed);
        const QString data =
            sandbox.write(QStringLiteral("perf.data.gz"), QByteArray::fromStdString(*packed));
        const auto opened = load(data);
        QVERIFY2(opened, opened ? "" : opened.error().detail.c_str());
        QCOMPARE((*opened)->profiles.front().files, QStringList{data});
        QCOMPARE((*opened)->profiles.front().spans->profile()->sampleCount(), std::size_t(2));
    }

    void withoutPerfTheCommandIsShown()
    {
        const Sandbox sandbox;
        const Variable path("PATH", pathWith(sandbox, {}));
        const QString data = sandbox.write(QStringLiteral("perf.data"), "PERFILE2 and so on");
        const auto opened = load(data);
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, model::ErrorCode::UnknownFormat);
        QCOMPARE(opened.error().detail,
                 "perf script --no-inline --show-switch-events -F " + fields.toStdString() + " -i "
                     + data.toStdString() + " > perf.txt");
    }

    void whyPerfFailedIsTold()
    {
        const Sandbox sandbox;
        const Variable path("PATH", pathWith(sandbox, "printf 'not \\033owned\\n' >&2; exit 3\n"));
        const auto opened = load(sandbox.write(QStringLiteral("perf.data"), "PERFILE2"));
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, model::ErrorCode::FileUnreadable);
        QCOMPARE(opened.error().detail, std::string("perf script: not ?owned"));
    }

    void aRunOfPerfCanBeCancelled_data()
    {
        QTest::addColumn<QByteArray>("first");
        QTest::newRow("of build-ids") << QByteArray();
        QTest::newRow("of samples") << QByteArray("[ $1 = script ] || exit 1\n");
    }

    void aRunOfPerfCanBeCancelled()
    {
        QFETCH(QByteArray, first);
        const Sandbox sandbox;
        const Variable path("PATH", pathWith(sandbox, first + "exec /bin/sleep 1000\n"));
        const QString data = sandbox.write(QStringLiteral("perf.data"), "PERFILE2");
        std::stop_source stop;
        std::jthread canceller([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            stop.request_stop();
        });
        const auto opened = load(data, stop.get_token());
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, model::ErrorCode::Cancelled);
    }

    void aRecordingOfTheRealPerfIsOpened()
    {
        const Sandbox sandbox;
        const QString data =
            recordedByPerf(sandbox, QStringLiteral("cpu-clock"),
                           {QString::fromLatin1(tests::shell), QStringLiteral("-c"),
                            QStringLiteral("i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done")});
        if (data.isEmpty())
            QSKIP("perf is not installed, or may not record here");
        const auto opened = load(data);
        QVERIFY2(opened, opened ? "" : opened.error().detail.c_str());
        QVERIFY((*opened)->profiles.front().spans->profile()->sampleCount() > 10);
    }

    // perf prints only names: the program itself knows the lines.
    void aRecordingOfTheRealPerfHasLinesOfItsProgram()
    {
        const Sandbox sandbox;
        const QString data = recordedByPerf(sandbox, QStringLiteral("cpu-clock"),
                                            {QStringLiteral(EMBER_BUILD_DIR "/targets/busythreads"),
                                             QStringLiteral("1"), QStringLiteral("200")});
        if (data.isEmpty())
            QSKIP("perf is not installed, or may not record here");
        const auto opened = load(data);
        QVERIFY2(opened, opened ? "" : opened.error().detail.c_str());
        const auto &profile = *(*opened)->profiles.front().spans->profile();
        QStringList files;
        const auto &tables = profile.tables();
        for (std::size_t row = 0; row < tables.frames.size(); ++row) {
            const model::Frame &frame = tables.frames[model::FrameIndex(row)];
            if (frame.line == 0 || frame.inApp != model::InApp::Yes)
                continue;
            const auto &function = profile.function(frame.function);
            files += QString::fromStdString(std::string(profile.text(function.file)));
        }
        QVERIFY(std::ranges::any_of(files, [](const QString &file) {
            return file.endsWith(QLatin1String("tests/targets/busythreads.cpp"));
        }));
    }

    void stacksOfTracepointsAreRead()
    {
        const Sandbox sandbox;
        const QString data = recordedByPerf(sandbox, QStringLiteral("sched:sched_switch"),
                                            {QStringLiteral("/bin/sleep"), QStringLiteral("0.01")});
        if (data.isEmpty())
            QSKIP("perf is not installed, or may not record tracepoints here");
        const auto opened = load(data);
        QVERIFY2(opened, opened ? "" : opened.error().detail.c_str());
        QVERIFY((*opened)->profiles.front().spans->profile()->tables().stacks.size() > 1);
    }

    // The program says what shares of its time it slept and waited for a CPU, by the kernel's own
    // account.
    void aRecordingOfSwitchesTellsWhenAThreadWasBlocked()
    {
        const Sandbox sandbox;
        for (const QString &event :
             {QStringLiteral("cpu-clock"), QStringLiteral("cpu-clock,sched:sched_switch")}) {
            QByteArray output;
            const QString data = recordedByPerf(
                sandbox, event,
                {QStringLiteral(EMBER_BUILD_DIR "/targets/shortsleeps"), QStringLiteral("20000"),
                 QStringLiteral("30000"), QStringLiteral("600")},
                {QStringLiteral("--switch-events")}, &output);
            if (data.isEmpty())
                QSKIP("perf is not installed, or may not record switches here");
            const auto opened = load(data);
            QVERIFY2(opened, opened ? "" : opened.error().detail.c_str());
            const auto &profile = *(*opened)->profiles.front().spans->profile();
            QCOMPARE(profile.threadCount(), std::size_t(1));
            const model::ThreadIndex thread(0);
            QCOMPARE(known(timesOf(profile, thread)), profile.timeRange().duration());
            // Before, the program was loaded.
            const auto times = timesOf(profile, thread, firstCall(profile, thread, "main"));
            const QList<QByteArray> said = output.trimmed().split('\n');
            QCOMPARE(said.size(), 2);
            const double slept = said[0].toInt() / 1000.0;
            const double waited = said[1].toInt() / 1000.0;
            const double blocked =
                double(times.blocked.time.count()) / double(times.all.time.count());
            // Switches do not tell when it was woken: it counts as blocked until it has a CPU.
            QVERIFY2(blocked > slept - 0.02 && blocked < slept + waited + 0.05,
                     qPrintable(QStringLiteral("%1 of %2 and, waiting, %3")
                                    .arg(blocked)
                                    .arg(slept)
                                    .arg(waited)));
        }
    }

    // Each of the threads uses 300 ms of CPU, which only one of them can have at a time.
    void aRecordingOfSwitchesTellsWhenThreadsRanAndWaitedForACpu()
    {
        const QString taskset = QStandardPaths::findExecutable(QStringLiteral("taskset"));
        if (taskset.isEmpty())
            QSKIP("taskset is not installed");
        const Sandbox sandbox;
        const QString data =
            recordedByPerf(sandbox, QStringLiteral("cpu-clock"),
                           {taskset, QStringLiteral("-c"), QString::number(sched_getcpu()),
                            QStringLiteral(EMBER_BUILD_DIR "/targets/busythreads"),
                            QStringLiteral("3"), QStringLiteral("300")},
                           {QStringLiteral("--switch-events")});
        if (data.isEmpty())
            QSKIP("perf is not installed, or may not record switches here");
        const auto opened = load(data);
        QVERIFY2(opened, opened ? "" : opened.error().detail.c_str());
        const auto &profile = *(*opened)->profiles.front().spans->profile();
        QCOMPARE(profile.threadCount(), std::size_t(4));
        model::Nanoseconds waited{};
        for (std::size_t row = 0; row < profile.threadCount(); ++row) {
            const auto times = timesOf(profile, model::ThreadIndex(row));
            QCOMPARE(known(times), times.all.time);
            QCOMPARE(times.busy, times.running.time);
            waited += times.runnable.time;
            if (!profile.text(profile.thread(model::ThreadIndex(row)).name).starts_with("busy-"))
                continue;
            const auto ms = double(times.running.time.count()) / 1e6;
            QVERIFY2(std::abs(ms - 300) < 15, qPrintable(QString::number(ms)));
        }
        QVERIFY2(waited > std::chrono::milliseconds(500),
                 qPrintable(QString::number(waited.count())));
    }

private:
    static model::RangeStatistics timesOf(const model::Profile &profile, model::ThreadIndex thread,
                                          model::Timestamp start = {})
    {
        model::Selection selection;
        selection.threads = {thread};
        selection.range.start = start;
        return model::rangeStatistics(profile, selection);
    }

    // The time of the thread's first sample in a function of that name; of its last one, if there
    // is none.
    static model::Timestamp firstCall(const model::Profile &profile, model::ThreadIndex thread,
                                      std::string_view name)
    {
        const auto &samples = profile.samples(thread);
        model::Timestamp time;
        for (std::size_t row = 0; row < samples.size(); ++row) {
            time = samples.times[model::SampleIndex(row)];
            auto stack = samples.stacks[model::SampleIndex(row)];
            for (; stack != model::emptyStack; stack = profile.stack(stack).parent) {
                if (frameName(profile, profile.stack(stack).frame) == name)
                    return time;
            }
        }
        return time;
    }

    // The time in which it is known what the threads did.
    static model::Nanoseconds known(const model::RangeStatistics &times)
    {
        return times.running.time + times.runnable.time + times.blocked.time;
    }

    // Returns the path of a recording of the command with stacks, by the system's perf; "" if perf
    // is not installed or may not record this event.
    static QString recordedByPerf(const Sandbox &sandbox, const QString &event,
                                  const QStringList &command, const QStringList &options = {},
                                  QByteArray *output = nullptr)
    {
        const QString perf = QStandardPaths::findExecutable(QStringLiteral("perf"));
        if (perf.isEmpty())
            return {};
        const QString data = sandbox.path(QStringLiteral("perf.data"));
        QProcess recorder;
        recorder.start(perf,
                       QStringList{QStringLiteral("record"), QStringLiteral("-e"), event,
                                   QStringLiteral("-g"), QStringLiteral("-o"), data}
                           + options + QStringList(QStringLiteral("--")) + command);
        const bool isDone = recorder.waitForFinished(-1) && recorder.exitCode() == 0;
        if (output)
            *output = recorder.readAllStandardOutput();
        return isDone ? data : QString();
    }
};

EMBER_TEST(TstPerfData)
#include "tst_perfdata.moc"
