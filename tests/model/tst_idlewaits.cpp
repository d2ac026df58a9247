// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/excerpt.h"
#include "model/query/functionstatistics.h"
#include "model/query/idlewaits.h"
#include "model/query/rangestatistics.h"
#include "model/query/selectedsamples.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

#include <string>

using namespace ember::model;
using namespace ember::tests;

namespace {

SystemCall callNamed(std::string_view name)
{
    for (std::uint16_t number = 0; number < 512; ++number) {
        if (systemCallName(SystemCall(number)) == name)
            return SystemCall(number);
    }
    return noSystemCall;
}

// Threads written in words: a sample is its stack, outermost function first, and "~call" if it is
// blocked in one; samples are 10 ms apart. "name!" is a function of the kernel.
class Recording {
public:
    explicit Recording(std::string_view id = "1") { begin(id); }

    void begin(std::string_view id)
    {
        Thread thread;
        thread.id = m_builder.string(id);
        m_thread = m_builder.addThread(thread);
        m_ms = 0;
    }

    Recording &add(int count, const std::string &words)
    {
        auto stack = emptyStack;
        SampleDetail detail{0, 0, ThreadState::Running};
        for (const QString &word : QString::fromStdString(words).split(QLatin1Char(' '))) {
            if (word.startsWith(QLatin1Char('~'))) {
                detail.state = ThreadState::Blocked;
                detail.call = callNamed(word.mid(1).toStdString());
                continue;
            }
            if (word == QLatin1String("^")) {
                detail.state = ThreadState::Runnable;
                continue;
            }
            Function function;
            function.name = m_builder.string(word.section(QLatin1Char(':'), 0, 0).toStdString());
            if (word.endsWith(QLatin1Char('!')))
                function.package = m_builder.string("[kernel.kallsyms]");
            Frame frame;
            if (word.startsWith(QLatin1Char('@')))
                frame.platform = m_builder.string("node");
            frame.function = m_builder.function(function);
            frame.line = word.section(QLatin1Char(':'), 1).toUInt();
            stack = m_builder.stack(stack, m_builder.frame(frame));
        }
        for (int sample = 0; sample < count; ++sample, m_ms += 10)
            m_builder.addSample(m_thread, {timestampFromNs(m_ms * 1'000'000), stack, detail});
        return *this;
    }

    ProfilePointer profile() { return m_builder.snapshot(); }

private:
    ProfileBuilder m_builder;
    ThreadIndex m_thread;
    std::int64_t m_ms = 0;
};

Selection counting(Counted counted)
{
    Selection selection;
    selection.counted = counted;
    return selection;
}

// "poll 90": the functions with self time, in milliseconds.
QString busyFunctions(const ProfilePointer &profile)
{
    QStringList texts;
    for (const auto &row : functionStatistics(*profile, counting(Counted::Busy))) {
        if (row.selfSamples > 0)
            texts << QStringLiteral("%1 %2")
                         .arg(QString::fromStdString(row.name))
                         .arg(row.self.count() / 1'000'000);
    }
    return texts.join(QStringLiteral(", "));
}

} // namespace

class TstIdleWaits : public QObject {
    Q_OBJECT

private slots:
    // A pool of threads that wait, beside a busy one: the busy function is first.
    void aPoolThatWaitsIsLeftOut()
    {
        Recording recording;
        recording.add(50, "main compute").add(1, "main");
        for (const char *id : {"2", "3", "4", "5"}) {
            recording.begin(id);
            recording.add(90, "start loop:1 pthread_cond_wait ~futex").add(11, "start loop:2 job");
        }
        const auto profile = recording.profile();
        QCOMPARE(busyFunctions(profile), QStringLiteral("compute 500, job 400, main 0"));
        const auto share = idleShare(*profile, {});
        QCOMPARE(share.all, Nanoseconds(4'500'000'000));
        QCOMPARE(share.idle, Nanoseconds(3'600'000'000));
        QCOMPARE(share.share(), 0.8);
    }

    // libuv runs timers beside the function that waits, and handlers within it.
    void aLoopThatLeavesTheFunctionThatWaitsIdles()
    {
        Recording recording;
        for (int turn = 0; turn < 10; ++turn)
            recording.add(40, "main uv_run uv__io_poll epoll_pwait ~epoll_pwait")
                .add(2, "main uv_run uv__io_poll uv__async_io collect")
                .add(30, "main uv_run uv__run_timers handle");
        QCOMPARE(busyFunctions(recording.profile()), QStringLiteral("handle 2990, collect 200"));
    }

    // Stacks of scripts lack the interpreter's functions that called the script.
    void aLoopThatCallsScriptsIdles()
    {
        Recording recording;
        recording.add(100, "start load @main @read");
        for (int turn = 0; turn < 10; ++turn)
            recording.add(40, "start epoll_pwait ~epoll_pwait").add(30, "@timers @handle");
        QCOMPARE(busyFunctions(recording.profile()), QStringLiteral("@handle 2990, @read 1000"));
    }

    // A handler that waits for a database does not idle.
    void aHandlerThatWaitsForAnAnswerDoesNotIdle()
    {
        Recording recording;
        for (int turn = 0; turn < 10; ++turn)
            recording.add(40, "main uv_run uv__io_poll epoll_pwait ~epoll_pwait")
                .add(10, "main uv_run uv__io_poll handle ask poll ~poll")
                .add(10, "main uv_run uv__io_poll handle work");
        QCOMPARE(busyFunctions(recording.profile()), QStringLiteral("poll 1000, work 990"));
    }

    void whatCounts_data()
    {
        QTest::addColumn<QString>("wait");
        QTest::addColumn<bool>("isIdle");
        const auto row = [](const char *wait, bool isIdle) {
            QTest::newRow(wait) << QString::fromLatin1(wait) << isIdle;
        };
        row("poll ~poll", true);
        row("epoll_wait ~epoll_wait", true);
        row("select ~pselect6", true);
        row("nanosleep ~clock_nanosleep", true);
        row("accept ~accept4", true);
        row("recv ~recvfrom", true);
        row("waitpid ~wait4", true);
        row("___pthread_cond_wait __futex_wait ~futex", true);
        row("sem_wait do_futex_wait ~futex", true);
        row("std::thread::join() pthread_join ~futex", true);
        row("QSemaphore::acquire(int) ~futex", true);
        row("___pthread_mutex_lock __lll_lock_wait ~futex", false);
        row("pthread_cond_wait __pthread_mutex_cond_lock __lll_lock_wait ~futex", false);
        row("pthread_rwlock_rdlock ~futex", false);
        row("take_gil pthread_cond_timedwait ~futex", false);
        row("std::mutex::lock() ~futex", false);
        row("pthread_cond_wait futex entry! a! b! c! d! e! f! g! h! ~futex", true);
        row("fsync ~fsync", false);
        row("fault ~", false); // blocked, but in no call
        row("poll", false); // running there
        row("poll ^", false); // woken, and waits for a CPU
        // Not told: only in threads that hardly do anything else.
        row("unknown ~futex", false);
        row("read ~read", false);
    }

    void whatCounts()
    {
        QFETCH(QString, wait);
        QFETCH(bool, isIdle);
        Recording recording;
        recording.add(50, "main loop:1 " + wait.toStdString()).add(51, "main loop:2 work");
        QCOMPARE(idleShare(*recording.profile(), {}).share(), isIdle ? 0.5 : 0.0);
    }

    void whatIsNotToldCountsInThreadsThatHardlyDoMore()
    {
        for (const char *wait : {"main loop read ~read", "main loop unknown ~futex"}) {
            Recording recording;
            recording.add(95, wait).add(6, "main loop work");
            QCOMPARE(idleShare(*recording.profile(), {}).share(), 0.95);
        }
    }

    void waitsForACpuAreAPartOfWhatIsBusy()
    {
        Recording recording;
        recording.add(40, "main compute ^").add(10, "main compute").add(50, "main poll ~poll");
        recording.add(1, "main");
        const auto share = idleShare(*recording.profile(), {});
        QCOMPARE(share.runnable, Nanoseconds(400'000'000));
        QCOMPARE(share.runnableShare(), 0.8);
    }

    // The query of a handler stands within the work of a thread whose loop waits, too.
    void waitsWithinWorkCount()
    {
        Recording recording;
        for (int request = 0; request < 10; ++request)
            recording.add(4, "main loop accept ~accept4")
                .add(2, "main loop handle query recv ~recvfrom")
                .add(2, "main loop handle compute")
                .add(2, "main loop handle lock pthread_mutex_lock ~futex");
        recording.add(1, "main loop");
        QCOMPARE(busyFunctions(recording.profile()),
                 QStringLiteral("compute 200, pthread_mutex_lock 200, recv 200, loop 0"));
    }

    // An application that takes long to start, and then waits for events.
    void aLoopNeedNotBeThereFromTheStart()
    {
        Recording recording;
        recording.add(60, "main start").add(30, "main exec poll ~poll").add(11, "main exec paint");
        QCOMPARE(busyFunctions(recording.profile()), QStringLiteral("start 600, paint 100"));
    }

    // Waiting has functions of its own, which run now and then.
    void functionsAroundAWaitArePartOfIt()
    {
        Recording recording;
        recording.add(10, "main start")
            .add(1, "main loop wait prepare")
            .add(60, "main loop wait poll:1 ~poll")
            .add(4, "main loop wait poll:2")
            .add(26, "main loop work");
        QCOMPARE(busyFunctions(recording.profile()),
                 QStringLiteral("work 250, start 100, poll 40, prepare 10"));
    }

    // Stacks of scripts may end at the function that waits, which works, too.
    void aFunctionThatWaitsItselfIsNoWaitAllOfTheTime()
    {
        Recording recording;
        for (int call = 0; call < 10; ++call)
            recording.add(6, "main loop")
                .add(3, "main loop job ~clock_nanosleep")
                .add(4, "main loop job");
        QCOMPARE(idleShare(*recording.profile(), {}).share(), 0.0);
        Recording other;
        other.add(60, "main loop ~clock_nanosleep").add(71, "main loop");
        QVERIFY(idleShare(*other.profile(), {}).share() > 0.4);
    }

    void aMainThreadThatJoinsTheOthersIsIdle()
    {
        Recording recording;
        recording.add(3, "main setUp").add(97, "main run pthread_join ~futex").add(1, "main");
        QCOMPARE(busyFunctions(recording.profile()), QStringLiteral("setUp 30, main 0"));
    }

    // Whatever range is selected.
    void wholeThreadsAreJudged()
    {
        Recording recording;
        recording.add(10, "main begin query recv ~recvfrom")
            .add(5, "main begin compute")
            .add(86, "main loop work");
        const auto profile = recording.profile();
        Selection part = counting(Counted::Busy);
        part.range = {timestampFromNs(0), timestampFromNs(100'000'000)};
        QCOMPARE(idleShare(*profile, part).share(), 0.0);
    }

    void v8SaysWhatIsIdle()
    {
        const auto profile = textProfile("(root) (root) (root) (root) .\n"
                                         "work   (idle) (idle) work   .\n");
        QCOMPARE(idleShare(*profile, {}).share(), 0.5);
        QCOMPARE(busyFunctions(profile), QStringLiteral("work 20"));
    }

    void whoWaitsForACpuDoesNotRun()
    {
        Recording recording;
        recording.add(30, "main loop poll ~poll")
            .add(20, "main loop work pthread_mutex_lock ~futex")
            .add(10, "main loop work ^")
            .add(41, "main loop work");
        const auto time = [&](Counted counted) {
            return rangeStatistics(*recording.profile(), counting(counted)).all.time.count()
                / 1'000'000;
        };
        QCOMPARE(time(Counted::All), 1000);
        QCOMPARE(time(Counted::Busy), 700);
        QCOMPARE(time(Counted::Running), 400);
        QCOMPARE(time(Counted::Waiting), 600);
    }

    void ofAGrowingProfileTheSumsAreThoseItHasAtOnce()
    {
        Recording recording;
        Selection selection = counting(Counted::Busy);
        selection.idleWaits = std::make_shared<IdleWaitFinder>();
        GrowingStackWeights sums;
        GrowingRangeStatistics statistics;
        std::uint64_t flips = 0;
        for (int round = 0; round < 60; ++round) {
            // What the thread mostly does changes: the wait within its work stops being at the
            // base.
            recording.add(round % 7, "main loop poll ~poll")
                .add(3, "main handle recv ~recvfrom")
                .add(round % 5, "main handle compute")
                .add(round, "main other work");
            const auto profile = recording.profile();
            const auto fresh = counting(Counted::Busy);
            const auto exact = stackWeights(*profile, fresh);
            const auto grown = sums.read(*profile, selection);
            for (std::size_t row = 0; row < exact.size(); ++row)
                QCOMPARE(grown[row].time, exact[row].time);
            QCOMPARE(statistics.read(*profile, selection).all.time,
                     rangeStatistics(*profile, fresh).all.time);
            flips = selection.idleWaits->find(*profile)->serial;
        }
        QVERIFY(flips > 0);
    }

    void anExcerptIsCutToTheRange()
    {
        Recording recording;
        recording.add(5, "main a").add(5, "main b").add(5, "main c");
        recording.begin("2");
        recording.add(15, "other");
        const auto profile = recording.profile();
        Selection selection;
        selection.threads = {ThreadIndex(0)};
        selection.range = {timestampFromNs(25'000'000), timestampFromNs(75'000'000)};
        const auto part = excerpt(profile, selection);
        QCOMPARE(printedCalls(part.profile),
                 std::string("main 25+50 (6)\n  a 25+25 (3)\n  b 50+25 (3)\n"));
        QVERIFY(part.profile->timeRange() == selection.range);
        QCOMPARE(part.threadsLeftOut, std::uint64_t(1));
        QCOMPARE(part.samplesLeftOut, std::uint64_t(9 + 15));
        const auto sums = functionStatistics(*profile, selection);
        const auto own = functionStatistics(*part.profile, {});
        QCOMPARE(own.size(), sums.size());
        for (std::size_t row = 0; row < own.size(); ++row)
            QCOMPARE(own[row].total, sums[row].total);
    }

    // A wait at each depth: all are judged in one pass. Where each is judged from its base, this
    // takes minutes.
    void waitsInDeepStacksCostWhatTheyHold()
    {
        constexpr std::uint32_t most = 300'000;
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        const auto call = textStack(builder, "call");
        const auto leaf = textStack(builder, "poll");
        const auto frame = builder.tables().stacks[call].frame;
        const auto poll = builder.tables().stacks[leaf].frame;
        auto stack = emptyStack;
        for (std::uint32_t depth = 0; depth < most; ++depth) {
            stack = builder.stack(stack, frame);
            builder.addSample(
                thread,
                {timestampFromNs(depth * 1'000'000LL), builder.stack(stack, poll),
                 SampleDetail{.state = ThreadState::Blocked, .call = callNamed("poll")}});
        }
        const auto waits = IdleWaitFinder().find(*builder.snapshot());
        QCOMPARE(waits->threads.front()->size(), std::size_t(most));
    }

    void anExcerptOfWhatRanHasHoles()
    {
        Recording recording;
        recording.add(2, "main a")
            .add(3, "main poll ~poll")
            .add(2, "main a")
            .add(1, "main a ^")
            .add(1, "main poll ~poll");
        const auto part = excerpt(recording.profile(), counting(Counted::Running));
        QCOMPARE(printedCalls(part.profile),
                 std::string("main 0+20 (2)\n  a 0+20 (2)\nmain 50+20 (2)\n  a 50+20 (2)\n"));
        QCOMPARE(part.samplesLeftOut, std::uint64_t(5));
    }

    void nothingAskedForIsTheProfileItself()
    {
        const auto profile = textProfile("a b\n");
        QCOMPARE(excerpt(profile, {}).profile, profile);
    }
};

EMBER_TEST(TstIdleWaits)
#include "tst_idlewaits.moc"
