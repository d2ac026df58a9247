// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/threadpriority.h"
#include "tests/support/testmain.h"
#include "tests/support/timeslice.h"

#include <QTest>

#include <algorithm>
#include <sys/wait.h>
#include <thread>

using namespace ember::model;
using ember::tests::niceness;
using ember::tests::shortestSlice;
using ember::tests::timeSlice;

class TstThreadPriority : public QObject {
    Q_OBJECT

private slots:
    void whoAsksToRunSoonHasTheShortestSlice()
    {
        const auto before = timeSlice();
        if (!before)
            QSKIP("the system tells no time slices");
        QVERIFY(*before > shortestSlice);
        std::uint64_t asked = 0;
        int nice = 0;
        std::thread([&] {
            askToRunSoon();
            asked = timeSlice().value_or(0);
            nice = niceness();
        }).join();
        QCOMPARE(asked, shortestSlice);
        QCOMPARE(nice, niceness());
        QCOMPARE(timeSlice(), before);
    }

    void programsAndThreadsItStartsDoNotInheritIt()
    {
        if (!timeSlice())
            QSKIP("the system tells no time slices");
        std::uint64_t ofThread = 0;
        int ofProgram = -1;
        std::thread([&] {
            askToRunSoon();
            std::thread([&] { ofThread = timeSlice().value_or(0); }).join();
            const pid_t child = fork();
            if (child == 0)
                _exit(timeSlice() > shortestSlice ? 0 : 1);
            waitpid(child, &ofProgram, 0);
        }).join();
        QVERIFY(ofThread > shortestSlice);
        QCOMPARE(ofProgram, 0);
    }

    void whoLetsOthersGoFirstIsAloneInThat()
    {
        const int before = niceness();
        int after = 0;
        std::thread([&] {
            letOthersGoFirst();
            after = niceness();
        }).join();
        QVERIFY(after > before || before == 19);
        QCOMPARE(niceness(), before);
    }
};

EMBER_TEST(TstThreadPriority)
#include "tst_threadpriority.moc"
