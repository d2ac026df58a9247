// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/query/threadstatistics.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTest>

using namespace ember::model;

namespace {

constexpr SystemCall readNumber{0};
constexpr SystemCall futexNumber{202};

void add(ProfileBuilder &builder, ThreadIndex thread, std::int64_t ns, ThreadState state,
         SystemCall call = noSystemCall)
{
    builder.addSample(thread, {timestampFromNs(ns), emptyStack, SampleDetail{0, 0, state, call}});
}

} // namespace

class TstThreadStates : public QObject {
    Q_OBJECT

private slots:
    void samplesAreCountedByStateAndCall()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        add(builder, thread, 0, ThreadState::Blocked, readNumber);
        add(builder, thread, 1, ThreadState::Running);
        add(builder, thread, 2, ThreadState::Blocked, futexNumber);
        add(builder, thread, 3, ThreadState::Blocked, futexNumber);
        add(builder, thread, 4, ThreadState::Runnable);
        add(builder, thread, 5, ThreadState::Unknown);
        const auto profile = builder.snapshot();
        const auto &samples = profile->samples(thread);
        const auto all = threadStates(samples, SampleIndex(0), SampleIndex(samples.size()));
        QCOMPARE(all.known(), std::uint64_t(5));
        QCOMPARE(all.running, std::uint64_t(1));
        QCOMPARE(all.runnable, std::uint64_t(1));
        QCOMPARE(all.blocked, std::uint64_t(3));
        QCOMPARE(all.blockedIn.size(), std::size_t(2));
        QVERIFY(all.blockedIn[0].call == futexNumber && all.blockedIn[0].samples == 2);
        QVERIFY(all.blockedIn[1].call == readNumber && all.blockedIn[1].samples == 1);
        const auto some = threadStates(samples, SampleIndex(1), SampleIndex(3));
        QCOMPARE(some.known(), std::uint64_t(2));
        QCOMPARE(threadStates(samples, SampleIndex(9), SampleIndex(99)).known(), std::uint64_t(0));
    }

    void callsHaveTheNamesOfTheSystemsHeader()
    {
        QFile header(QStringLiteral("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"));
        if (!header.open(QIODevice::ReadOnly))
            QSKIP("no kernel headers for x86-64 here");
        int compared = 0;
        while (!header.atEnd()) {
            const auto words = header.readLine().simplified().split(' ');
            if (words.size() != 3 || !words[1].startsWith("__NR_"))
                continue;
            const auto name = systemCallName(SystemCall(words[2].toUShort()));
            if (!name.empty()) // a newer header than the table
                QCOMPARE(QByteArray(name.data(), qsizetype(name.size())), words[1].mid(5));
            ++compared;
        }
        QVERIFY(compared > 300);
    }

    void unknownCallsKeepTheirNumber()
    {
        QCOMPARE(systemCallText(futexNumber), std::string("futex"));
        QCOMPARE(systemCallText(SystemCall{400}), std::string("400"));
        QCOMPARE(systemCallText(SystemCall{9999}), std::string("9999"));
        QCOMPARE(systemCallText(noSystemCall), std::string());
    }
};

EMBER_TEST(TstThreadStates)
#include "tst_threadstates.moc"
