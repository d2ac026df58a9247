// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/waits.h"
#include "tests/support/program.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <optional>

using namespace ember::model;
using namespace ember::tests;

namespace {

using Doing = Program::Doing;

const std::vector<std::string> locking{"Main", "Refill", "std::mutex::lock()",
                                       "___pthread_mutex_lock", "__lll_lock_wait"};

std::int64_t wholeMilliseconds(Nanoseconds time)
{
    return time.count() / 1'000'000;
}

} // namespace

class TstWaits : public QObject {
    Q_OBJECT

private slots:
    void functionsTellWhatIsWaitedFor_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<int>("kind"); // -1: it does not wait
        const auto row = [](const char *name, std::optional<FutexUse> kind) {
            QTest::newRow(name) << QByteArray(name) << (kind ? int(*kind) : -1);
        };
        row("__lll_lock_wait", FutexUse::Lock);
        row("___pthread_mutex_lock", FutexUse::Lock);
        row("__GI___pthread_mutex_lock", FutexUse::Lock);
        row("std::mutex::lock()", FutexUse::Lock);
        row("QBasicMutex::lockInternal()", FutexUse::Lock);
        row("parking_lot::raw_mutex::RawMutex::lock_slow", FutexUse::Lock);
        row("std::sys::sync::mutex::futex::Mutex::lock_contended", FutexUse::Lock);
        row("sync.(*Mutex).Lock", FutexUse::Lock);
        row("___pthread_cond_clockwait64", FutexUse::Condition);
        row("pthread_cond_wait@@GLIBC_2.3.2", FutexUse::Condition);
        row("std::cv_status std::condition_variable::__wait_until_impl<int>(int)", std::nullopt);
        row("std::_V2::condition_variable_any::wait_until<int>(int)", FutexUse::Condition);
        row("QWaitCondition::wait(QMutex*, QDeadlineTimer)", FutexUse::Condition);
        row("__pthread_clockjoin_ex", FutexUse::Join);
        row("std::thread::join()", FutexUse::Join);
        row("QThread::wait(QDeadlineTimer)", FutexUse::Join);
        row("__new_sem_wait_slow64", FutexUse::Semaphore);
        row("QSemaphore::acquire(int)", FutexUse::Semaphore);
        row("pthread_barrier_wait", FutexUse::Barrier);
        row("take_gil", FutexUse::Interpreter);
        row("__cxa_guard_acquire", FutexUse::Once);
        row("my_pthread_mutex_lock", std::nullopt);
        row("relock(std::mutex::lock)", std::nullopt);
        row("Cache::refill()", std::nullopt);
        row("", std::nullopt);
    }

    void functionsTellWhatIsWaitedFor()
    {
        QFETCH(QByteArray, name);
        QFETCH(int, kind);
        const auto found = waitingFunction(name.toStdString());
        QCOMPARE(found ? int(found->kind) : -1, kind);
    }

    // As sampled switches have them.
    void functionsOfTheKernelAreNotLookedAt()
    {
        ProfileBuilder builder;
        std::vector<FrameIndex> leafFirst;
        const auto add = [&](const char *name, const char *package) {
            Function function;
            function.name = builder.string(name);
            function.package = builder.string(package);
            Frame frame;
            frame.function = builder.function(function);
            leafFirst.push_back(builder.frame(frame));
        };
        for (const char *name :
             {"__schedule", "schedule", "futex_do_wait", "__futex_wait", "futex_wait", "do_futex",
              "__x64_sys_futex", "do_syscall_64", "entry_SYSCALL_64_after_hwframe"})
            add(name, "[kernel.kallsyms]");
        for (const char *name : {"__futex_abstimed_wait_common", "___pthread_cond_wait", "Await"})
            add(name, "libc.so.6");
        const auto stack = builder.stackFromLeafFirst(leafFirst);
        const auto profile = builder.snapshot();
        const auto cause = WaitCauses(*profile).of(stack);
        QVERIFY(cause.kind == FutexUse::Condition);
        QCOMPARE(frameName(*profile, cause.caller), std::string("Await"));
    }

    void aLocksWaitsHaveCallerLengthAndLikelyHolder()
    {
        Program program(2);
        const auto waiter = program.thread("waiter");
        const auto holder = program.thread("holder");
        const auto other = program.thread("other");
        program.add(waiter, 10, {"Main"}, Doing::running())
            .add(waiter, 30, locking, Doing::blocked())
            .add(waiter, 10, {"Main", "Refill"}, Doing::running())
            .add(holder, 8, {"Main"}, Doing::running())
            .add(holder, 32, {"Main", "Refill", "Compute"}, Doing::running())
            .add(holder, 10, {"Main"}, Doing::running())
            .add(other, 50, {"Main", "Else"}, Doing::running());
        const auto profile = program.builder.snapshot();
        const auto waits = waitsAnswer(*profile, 5);
        QCOMPARE(waits.longest.size(), std::size_t(1));
        const Wait &wait = waits.longest.front();
        QVERIFY(wait.thread == waiter);
        QVERIFY((wait.range == TimeRange{atMs(100), atMs(400)}));
        QVERIFY(wait.cause.kind == FutexUse::Lock && !wait.cause.isTimed);
        QCOMPARE(frameName(*profile, wait.cause.caller), std::string("Refill"));
        QVERIFY(wait.likely && wait.likely->role == WaitRole::Holder);
        QVERIFY(wait.likely->thread == holder);
        QCOMPARE(waits.locks.size(), std::size_t(1));
        QCOMPARE(wholeMilliseconds(waits.locks.front().time), 300);
        QVERIFY(waits.locks.front().holder == holder);
    }

    void theLongestWaitOfACallIsFoundAlone()
    {
        Program program(1);
        const auto waiter = program.thread("waiter");
        const auto holder = program.thread("holder");
        for (const int length : {3, 9, 5})
            program.add(waiter, length, locking, Doing::blocked())
                .add(waiter, 1, {"Main"}, Doing::running())
                .add(holder, length, {"Main", "Refill", "Compute"}, Doing::running())
                .add(holder, 1, {"Main"}, Doing::running());
        const auto profile = program.builder.snapshot();
        const auto wait = longestWait(*profile, waiter, {atMs(0), atMs(200)});
        QVERIFY(wait && wait->range == (TimeRange{atMs(40), atMs(130)}));
        QVERIFY(wait->likely && wait->likely->thread == holder);
        QVERIFY((longestWait(*profile, waiter, {atMs(140), atMs(200)})->range
                 == TimeRange{atMs(140), atMs(190)}));
        QVERIFY(!longestWait(*profile, holder, TimeRange::everything()));
    }

    void aRangeHasThePartsOfWaitsThatAreInIt()
    {
        Program program(1);
        const auto waiter = program.thread("waiter");
        const auto holder = program.thread("holder");
        program.add(waiter, 1, {"Main"}, Doing::running())
            .add(waiter, 30, locking, Doing::blocked())
            .add(waiter, 5, {"Main"}, Doing::running())
            .add(holder, 36, {"Main", "Refill", "Compute"}, Doing::running());
        const auto profile = program.builder.snapshot(); // waits from 10 ms to 310 ms
        for (const auto &[asked, expected] :
             {std::pair(TimeRange{atMs(105), atMs(205)}, TimeRange{atMs(105), atMs(205)}),
              {{atMs(100), atMs(900)}, {atMs(100), atMs(310)}},
              {{atMs(0), atMs(50)}, {atMs(10), atMs(50)}},
              {{atMs(303), atMs(308)}, {atMs(303), atMs(308)}}}) {
            Selection part;
            part.range = asked;
            const auto waits = waitsAnswer(*profile, 5, part);
            QCOMPARE(waits.longest.size(), std::size_t(1));
            QVERIFY(waits.longest.front().range == expected);
            QVERIFY((waits.longest.front().whole == TimeRange{atMs(10), atMs(310)}));
            QVERIFY(waits.longest.front().likely->thread == holder);
            QVERIFY(waits.locks.front().time == expected.duration());
            QVERIFY(longestWait(*profile, waiter, asked)->range == expected);
        }
        for (const TimeRange without :
             {TimeRange{atMs(0), atMs(10)}, {atMs(310), atMs(340)}, {atMs(800), atMs(900)}})
            QVERIFY(!longestWait(*profile, waiter, without));
    }

    // Where samples do not show it, nobody is named.
    void twoThreadsInTheFunctionAreNoHolder()
    {
        Program program(2);
        const auto waiter = program.thread("waiter");
        program.add(waiter, 30, locking, Doing::blocked())
            .add(waiter, 1, {"Main"}, Doing::running());
        for (const char *name : {"one", "two"}) {
            const auto thread = program.thread(name);
            program.add(thread, 31, {"Main", "Refill", "Compute"}, Doing::running());
        }
        const auto waits = waitsAnswer(*program.builder.snapshot(), 5);
        QCOMPARE(waits.longest.size(), std::size_t(1));
        QVERIFY(!waits.longest.front().likely);
        QCOMPARE(waits.longest.front().candidates, std::size_t(2));
        QVERIFY(!waits.locks.front().holder.isValid());
    }

    void othersThatWaitForTheLockDoNotHoldIt()
    {
        Program program(2);
        for (const char *name : {"one", "two"}) {
            const auto thread = program.thread(name);
            program.add(thread, 30, locking, Doing::blocked())
                .add(thread, 1, {"Main"}, Doing::running());
        }
        const auto waits = waitsAnswer(*program.builder.snapshot(), 5);
        QCOMPARE(waits.longest.size(), std::size_t(2));
        for (const Wait &wait : waits.longest)
            QVERIFY(!wait.likely && wait.candidates == 0);
        QCOMPARE(waits.locks.front().threads.size(), std::size_t(2));
    }

    void aThreadThatRanInBetweenHasWaitedTwice()
    {
        Program program(1);
        const auto waiter = program.thread("waiter");
        program.add(waiter, 9, locking, Doing::blocked())
            .add(waiter, 1, locking, {ThreadState::Blocked, futexCall, 1})
            .add(waiter, 20, locking, Doing::blocked())
            .add(waiter, 1, {"Main"}, Doing::running());
        const auto waits = waitsAnswer(*program.builder.snapshot(), 5);
        QCOMPARE(waits.longest.size(), std::size_t(2));
        QCOMPARE(wholeMilliseconds(waits.longest[0].range.duration()), 200);
        QCOMPARE(wholeMilliseconds(waits.longest[1].range.duration()), 100);
    }

    void whoIsJoinedEndsWhenTheWaitDoes()
    {
        Program program(2);
        const auto main = program.thread("main");
        const auto worker = program.thread("worker");
        const auto longer = program.thread("longer");
        program
            .add(main, 20, {"Main", "Finish", "std::thread::join()", "__pthread_clockjoin_ex"},
                 Doing::blocked())
            .add(main, 30, {"Main"}, Doing::running())
            .add(worker, 20, {"Work"}, Doing::running())
            .add(longer, 50, {"Work"}, Doing::running());
        const auto profile = program.builder.snapshot();
        const auto waits = waitsAnswer(*profile, 5);
        QCOMPARE(waits.longest.size(), std::size_t(1));
        QVERIFY(waits.longest.front().cause.kind == FutexUse::Join);
        QCOMPARE(frameName(*profile, waits.longest.front().cause.caller), std::string("Finish"));
        QVERIFY(waits.longest.front().likely);
        QVERIFY(waits.longest.front().likely->thread == worker);
    }

    void whoWakesIsSeenInTheAct()
    {
        Program program(2);
        const auto main = program.thread("main");
        const auto waker = program.thread("waker");
        program
            .add(main, 20,
                 {"Main", "Await", "___pthread_cond_wait", "__futex_abstimed_wait_common"},
                 Doing::blocked())
            .add(main, 10, {"Main"}, Doing::running())
            .add(waker, 20, {"Work"}, Doing::running())
            .add(waker, 1,
                 {"Work", "std::condition_variable::notify_one()", "__pthread_cond_signal"},
                 Doing::running())
            .add(waker, 9, {"Work"}, Doing::running());
        const auto waits = waitsAnswer(*program.builder.snapshot(), 5);
        QCOMPARE(waits.longest.size(), std::size_t(1));
        QVERIFY(waits.longest.front().cause.kind == FutexUse::Condition);
        QVERIFY(waits.longest.front().likely);
        QVERIFY(waits.longest.front().likely->thread == waker);
        QVERIFY(waits.longest.front().likely->role == WaitRole::Waker);
    }

    void onlyTheLongestOfEachKindAreKept()
    {
        Program program(1);
        const auto waiter = program.thread("waiter");
        for (int length = 1; length <= 9; ++length)
            program.add(waiter, length, locking, Doing::blocked())
                .add(waiter, 1, {"Main"}, Doing::running());
        const auto waits = waitsAnswer(*program.builder.snapshot(), 3);
        QCOMPARE(waits.longest.size(), std::size_t(3));
        QCOMPARE(wholeMilliseconds(waits.longest.front().range.duration()), 90);
        QCOMPARE(wholeMilliseconds(waits.longest.back().range.duration()), 70);
        QCOMPARE(waits.locks.front().waits, std::size_t(9));
        QCOMPARE(wholeMilliseconds(waits.locks.front().time), 450);
    }

    // So many samples are read in several threads.
    void manyThreadsTogetherWaitAsEachOfThemAlone()
    {
        constexpr int threads = 12;
        Program program(4);
        std::vector<ThreadIndex> waiters;
        for (int number = 0; number < threads; ++number) {
            waiters.push_back(program.thread("waiter"));
            for (int turn = 0; turn < 500; ++turn)
                program.add(waiters.back(), 9 + (turn * 7 + number) % 14, locking, Doing::blocked())
                    .add(waiters.back(), 5, {"Main"}, Doing::running());
        }
        const auto profile = program.builder.snapshot();
        QVERIFY(profile->sampleCount() > 100'000);
        std::vector<Wait> longest;
        Nanoseconds time{};
        std::size_t waits = 0;
        for (const ThreadIndex waiter : waiters) {
            Selection alone;
            alone.threads = {waiter};
            const auto answer = waitsAnswer(*profile, 50, alone);
            longest.insert(longest.end(), answer.longest.begin(), answer.longest.end());
            time += answer.locks.front().time;
            waits += answer.locks.front().waits;
        }
        std::ranges::stable_sort(longest, std::ranges::greater(),
                                 [](const Wait &wait) { return wait.range.duration(); });
        const auto together = waitsAnswer(*profile, 50);
        QCOMPARE(together.locks.size(), std::size_t(1));
        QCOMPARE(together.locks.front().time, time);
        QCOMPARE(together.locks.front().waits, waits);
        QVERIFY(together.locks.front().threads == waiters);
        QCOMPARE(together.longest.size(), std::size_t(50));
        for (std::size_t place = 0; place < together.longest.size(); ++place)
            QVERIFY(together.longest[place].range.duration() == longest[place].range.duration());
    }
};

EMBER_TEST(TstWaits)
#include "tst_waits.moc"
