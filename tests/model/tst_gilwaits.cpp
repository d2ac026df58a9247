// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/gilwaits.h"
#include "tests/support/scriptstack.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;

namespace {

struct GilSample {
    ThreadState state;
    QString stack;
};

// A thread whose samples are 10 ms apart.
ThreadIndex addGilThread(ProfileBuilder &builder, ProcessIndex process,
                         const std::vector<GilSample> &samples)
{
    Thread thread;
    thread.process = process;
    const auto index = builder.addThread(thread);
    std::int64_t time = 0;
    for (const auto &[state, stack] : samples) {
        SampleDetail detail;
        detail.state = state;
        builder.addSample(
            index, {timestampFromNs(time += 10'000'000), scriptStack(builder, stack), detail});
    }
    return index;
}

const QString takeGil = QStringLiteral("f() PyEval_RestoreThread@python3.11 take_gil@python3.11 "
                                       "pthread_cond_timedwait@libc.so.6 wait@libc.so.6");

} // namespace

class TstGilWaits : public QObject {
    Q_OBJECT

private slots:
    void onlyTheInterpretersOwnConditionIsTheGil_data()
    {
        QTest::addColumn<QString>("stack");
        QTest::addColumn<bool>("waits");
        QTest::newRow("after a call") << takeGil << true;
        QTest::newRow("without names of the interpreter")
            << QStringLiteral("f() python3.11+0xf92c0@python3.11 pthread_cond_timedwait@libc.so.6")
            << true;
        QTest::newRow("a lock of the script's")
            << QStringLiteral("f() PyThread_acquire_lock_timed@python3.11 sem_wait@libc.so.6")
            << false;
        QTest::newRow("wakes another")
            << QStringLiteral("f() drop_gil@python3.11 pthread_cond_signal@libc.so.6") << false;
        QTest::newRow("an extension's condition")
            << QStringLiteral("f() pop@queue.so pthread_cond_wait@libc.so.6") << false;
        QTest::newRow("another interpreter's condition")
            << QStringLiteral("f() park@libjvm.so pthread_cond_wait@libc.so.6") << false;
        QTest::newRow("Ruby's") << QStringLiteral(
            "f(ruby) libruby-3.1.so.3.1+0x1@libruby-3.1.so.3.1 "
            "pthread_cond_timedwait@libc.so.6")
                                << true;
        QTest::newRow("a function of Ruby's that waits")
            << QStringLiteral("f(ruby) pop(cfunc) libruby-3.1.so.3.1+0x1@libruby-3.1.so.3.1 "
                              "pthread_cond_wait@libc.so.6")
            << false;
        QTest::newRow("runs") << QStringLiteral("f()") << false;
        QTest::newRow("idle") << QStringLiteral(".") << false;
    }

    void onlyTheInterpretersOwnConditionIsTheGil()
    {
        QFETCH(const QString, stack);
        QFETCH(const bool, waits);
        ProfileBuilder builder;
        const auto index = scriptStack(builder, stack);
        QCOMPARE(waitsForGil(*builder.snapshot(), index), waits);
    }

    // Another process's threads, and threads in code without the lock, do not hold it.
    void theOnlyThreadThatRunsScriptsHoldsIt()
    {
        using enum ThreadState;
        ProfileBuilder builder;
        const auto process = builder.addProcess({});
        const auto other = builder.addProcess({});
        const auto f = QStringLiteral("f()");
        const auto zip = QStringLiteral("f() deflate@libz.so");
        const auto waiting = addGilThread(builder, process,
                                          {{Blocked, takeGil},
                                           {Blocked, takeGil},
                                           {Running, takeGil},
                                           {Blocked, takeGil},
                                           {Blocked, f},
                                           {Blocked, takeGil}});
        const auto holder = addGilThread(builder, process,
                                         {{Running, f},
                                          {Runnable, f},
                                          {Running, f},
                                          {Running, zip},
                                          {Running, f},
                                          {Running, f}});
        addGilThread(
            builder, process,
            {{Blocked, f}, {Running, zip}, {Blocked, f}, {Running, f}, {Blocked, f}, {Running, f}});
        addGilThread(builder, other, {{Running, f}, {Running, f}, {Running, f}, {Running, f}});
        const auto waits = gilWaits(*builder.snapshot(), waiting, SampleIndex(0), SampleIndex(6));
        QCOMPARE(waits.samples, std::uint64_t(4));
        QCOMPARE(waits.holders.size(), std::size_t(2)); // of the last sample nobody knows
        QCOMPARE(waits.holders[0].thread, holder);
        QCOMPARE(waits.holders[0].samples, std::uint64_t(2));
        QCOMPARE(waits.holders[1].samples, std::uint64_t(1));
        QCOMPARE(gilWaits(*builder.snapshot(), holder, SampleIndex(0), SampleIndex(6)).samples,
                 std::uint64_t(0));
    }
};

EMBER_TEST(TstGilWaits)
#include "tst_gilwaits.moc"
