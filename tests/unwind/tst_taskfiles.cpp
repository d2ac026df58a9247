// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/procfiles.h"
#include "capture/procfs/procreader.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

using namespace ember::capture;
using ember::model::ErrorCode;

namespace {

constexpr std::string_view statLine =
    "4321 (a) b (c) S 12 4321 4300 34816 4321 4194304 100 0 1 0 250 17 0 0 39 19 3 0 987654 1000 "
    "50 "
    "18446744073709551615 1 2 3 0 0 0 0 4096 0 0 0 0 17 1 42 1 0 0 0 1 2 3 4 5 6 7 0\n";

} // namespace

class TstTaskFiles : public QObject {
    Q_OBJECT

private slots:
    void statIsReadAroundAnyName()
    {
        const auto stat = parseStat(statLine);
        QVERIFY(stat.has_value());
        QCOMPARE(stat->id, 4321);
        QCOMPARE(stat->name, std::string("a) b (c"));
        QCOMPARE(stat->state, 'S');
        QCOMPARE(stat->parent, 12);
        QCOMPARE(stat->session, 4300);
        QCOMPARE(stat->terminal, 34816U);
        QCOMPARE(stat->userTicks, std::uint64_t(250));
        QCOMPARE(stat->systemTicks, std::uint64_t(17));
        QCOMPARE(stat->priority, 39);
        QCOMPARE(stat->nice, 19);
        QCOMPARE(stat->threads, 3U);
        QCOMPARE(stat->startTicks, std::uint64_t(987654));
        QCOMPARE(stat->realTimePriority, 42U);
        QCOMPARE(stat->policy, 1U);
    }

    void statCutAnywhereIsRefusedOrRead()
    {
        const auto whole = statLine.substr(0, statLine.find(" 42 1") + 5);
        for (std::size_t size = 0; size < whole.size() - 1; ++size)
            QVERIFY(!parseStat(whole.substr(0, size)).has_value());
        QVERIFY(parseStat(whole).has_value());
    }

    void prioritiesAreOnTheProfilesScale()
    {
        TaskStat stat;
        QCOMPARE(profilePriority(stat), 20U);
        stat.nice = 19;
        QCOMPARE(profilePriority(stat), 1U);
        stat.nice = -20;
        QCOMPARE(profilePriority(stat), 40U);
        stat.realTimePriority = 5;
        QCOMPARE(profilePriority(stat), 105U);
    }

    void schedStatIsThreeNumbers()
    {
        const auto stat = parseSchedStat("123456789 42 7\n");
        QVERIFY(stat.has_value());
        QCOMPARE(stat->running.count(), 123456789);
        QCOMPARE(stat->waiting.count(), 42);
        QCOMPARE(stat->timeslices, std::uint64_t(7));
        QVERIFY(!parseSchedStat("1 2\n").has_value());
        QVERIFY(!parseSchedStat("").has_value());
    }

    void statusNamesItsFields()
    {
        const auto status =
            parseStatus("Name:\tx y\nTgid:\t5\nPid:\t6\nNSpid:\t6\t31\t7\nPPid:\t4\nTracerPid:\t9\n"
                        "Uid:\t1000\t1001\t0\t0\nGid:\t7\t8\t0\t0\nThreads:\t3\n"
                        "VmRSS:\t   1234 "
                        "kB\nShdPnd:\t0000000000000002\nSigIgn:\t0000000000081000\nSigCgt:"
                        "\t0000000101005ccf\nSeccomp:"
                        "\t2\nvoluntary_ctxt_switches:\t11\n"
                        "nonvoluntary_ctxt_switches:\t12\n");
        QVERIFY(status.has_value());
        QCOMPARE(status->name, std::string("x y"));
        QCOMPARE(status->process, 5);
        QCOMPARE(status->id, 6);
        QCOMPARE(status->parent, 4);
        QCOMPARE(status->tracer, 9);
        QCOMPARE(status->effectiveUser, 1001U);
        QCOMPARE(status->realGroup, 7U);
        QCOMPARE(status->residentKilobytes, std::uint64_t(1234));
        QCOMPARE(status->pendingSignals, std::uint64_t(0x2));
        QCOMPARE(status->ignoredSignals, std::uint64_t(0x81000));
        QCOMPARE(status->caughtSignals, std::uint64_t(0x101005ccf));
        QCOMPARE(status->ownId, 7);
        QCOMPARE(parseStatus("Pid:\t6\n")->ownId, 6);
        QCOMPARE(status->seccomp, 2U);
        QCOMPARE(status->involuntarySwitches, std::uint64_t(12));
        QCOMPARE(parseStatus("Pid:\tx\n").error().detail, std::string("Pid"));
        QVERIFY(!parseStatus("").has_value());
    }

    void commandLinesKeepEmptyArguments()
    {
        using namespace std::string_view_literals;
        const std::vector<std::string> expected{"a", "", "b c"};
        QCOMPARE(parseCommandLine("a\0\0b c\0"sv), expected);
        QVERIFY(parseCommandLine({}).empty());
    }

    void thisThreadIsAsItSays()
    {
        const auto stat = readThreadStat(::getpid(), ::gettid());
        QVERIFY(stat.has_value());
        QCOMPARE(stat->parent, ::getppid());
        QCOMPARE(stat->nice, ::getpriority(PRIO_PROCESS, 0));
        std::array<char, 16> name{};
        ::prctl(PR_GET_NAME, name.data());
        QCOMPARE(stat->name, std::string(name.data()));
        const auto status = readStatus(::getpid());
        QCOMPARE(status->effectiveUser, ::geteuid());
        QVERIFY(std::ranges::count(*listThreads(::getpid()), ::gettid()) == 1);
    }

    void whatHasGoneIsSaidToBeGone()
    {
        pid_t ended = 0;
        std::thread([&] { ended = ::gettid(); }).join();
        QCOMPARE(readThreadStat(::getpid(), ended).error().code, ErrorCode::ProcessGone);
        QCOMPARE(readMaps(-1).error().code, ErrorCode::ProcessGone);
        QCOMPARE(listThreads(-1).error().code, ErrorCode::ProcessGone);
    }

    void memoryIsReadAsFarAsItGoes()
    {
        const std::uint64_t word = 0x1122334455667788;
        std::uint64_t copy = 0;
        const auto bytes = std::as_writable_bytes(std::span(&copy, 1));
        QCOMPARE(readProcessMemory(::getpid(), reinterpret_cast<std::uint64_t>(&word), bytes),
                 sizeof(word));
        QCOMPARE(copy, word);
        QCOMPARE(readProcessMemory(::getpid(), 8, bytes), std::size_t(0));
    }
};

EMBER_TEST(TstTaskFiles)
#include "tst_taskfiles.moc"
