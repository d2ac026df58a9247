// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/profileanswer.h"
#include "model/query/counterparts.h"
#include "model/query/secondrecords.h"
#include "model/query/summary.h"
#include "tests/support/testmain.h"
#include "tests/support/twicerecorded.h"

#include <QTest>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;

namespace {

const std::vector<ThreadIndex> none;
const std::vector second{ThreadIndex(1)};
const RecordedProcess captured{.source = captureSource, .pid = 7, .profilerId = "aa"};

} // namespace

class TstSecondRecords : public QObject {
    Q_OBJECT
private slots:
    void theSdkOfACapturedProcessRecordsItAgain()
    {
        QCOMPARE(secondRecords(*recordedBeside(captured, {.pid = 7, .function = "other"})), second);
        QCOMPARE(withoutSecondRecords(*recordedBeside(captured, {.pid = 7})),
                 std::vector{ThreadIndex(0)});
        QCOMPARE(secondRecords(*recordedBeside({.pid = 7}, captured)), std::vector{ThreadIndex(0)});
    }

    void anotherProcessCounts()
    {
        QCOMPARE(secondRecords(*recordedBeside(captured, {.pid = 8})), none);
        QCOMPARE(withoutSecondRecords(*recordedBeside(captured, {.pid = 8})), none);
        QCOMPARE(secondRecords(*recordedBeside({.pid = 7}, {.pid = 7})), none);
        QCOMPARE(secondRecords(*recordedBeside(captured, captured)), none);
        QCOMPARE(secondRecords(*recorded(captured)), none);
    }

    // As in files of SDKs.
    void aProcessWithoutAnIdIsKnownByWhatItRan()
    {
        QCOMPARE(secondRecords(*recordedBeside(captured, {.file = "src/main.py"})), second);
        QCOMPARE(
            secondRecords(*recordedBeside(captured, {.profilerId = "aa", .function = "other"})),
            second);
        QCOMPARE(secondRecords(*recordedBeside(captured, {.function = "other"})), none);
        QCOMPARE(secondRecords(*recordedBeside(captured, {.file = "/app/other.py"})), none);
        const RecordedProcess inner{
            .source = captureSource, .pid = 7, .function = "work.<locals>.<lambda>"};
        QCOMPARE(secondRecords(*recordedBeside(inner, {.function = "<lambda>"})), second);
        // All programs of a language run its library.
        QCOMPARE(secondRecords(*recordedBeside(captured, {.inApp = InApp::No})), none);
    }

    void whatWasRecordedAtAnotherTimeCounts()
    {
        QCOMPARE(secondRecords(*recordedBeside(captured, {.pid = 7, .startMs = 200})), none);
        QCOMPARE(secondRecords(*recordedBeside(captured, {.pid = 7, .startMs = 90})), second);
        const std::array days{recorded(captured), recorded({.pid = 7, .startMs = 100'000'000})};
        QCOMPARE(secondRecords(*alignedAtStarts(days)), none);
    }

    void sumsCountATimeOnce()
    {
        const auto both = recordedTwice();
        const auto once = recorded(captured);
        QCOMPARE(summarise(*both).functions.front().self, summarise(*once).functions.front().self);
        QCOMPARE(summarise(*both).threads.size(), std::size_t(2));
        const auto answer = profileAnswer(*both, nullptr);
        QCOMPARE(answer.spent.busy, profileAnswer(*once, nullptr).spent.busy);
        QCOMPARE(answer.threads, std::size_t(1));
        QCOMPARE(answer.samples, std::uint64_t(11));
        QCOMPARE(answer.recordedTwice, std::size_t(1));
        const TimeRange half{timestampFromNs(0), timestampFromNs(50'000'000)};
        QCOMPARE(partAnswer(*both, {{}, half}).spent.busy,
                 partAnswer(*once, {{}, half}).spent.busy);
        QCOMPARE(partAnswer(*both, {{}, half}).recordedTwice, std::size_t(1));
        QCOMPARE(partAnswer(*both, {second}).threads, std::size_t(1)); // if it is asked for
    }

    // Whichever of the two profiles has some.
    void comparisonsCountATimeOnce()
    {
        const auto both = recordedTwice();
        const auto once = recorded(captured);
        const std::vector first{ThreadIndex(0)};
        const auto threadsIn = [](const auto &other, const auto &profile, Selection selection) {
            return sameSelection(*profile, selection, *other).value().threads;
        };
        QCOMPARE(threadsIn(both, once, {}), first);
        QCOMPARE(threadsIn(both, both, {first}), first);
        QCOMPARE(threadsIn(once, both, {first}), none);
        // Not the thread of the same name alone, though nothing was asked for.
        const auto other = recorded({.source = "another name"});
        QCOMPARE(threadsIn(other, both, {first}), none);
        QVERIFY(!sameSelection(*both, {second}, *other));
        QCOMPARE(threadsIn(both, both, {}), none); // where second records are to count
        // In any order, as the window has them.
        const auto left = recordedBeside({.source = captureSource, .pid = 8}, {.pid = 7});
        const std::array three{left, once};
        const auto unsorted = onOneClock(three);
        QCOMPARE(threadsIn(other, unsorted, {std::vector{ThreadIndex(2), ThreadIndex(0)}}), none);
    }
};

EMBER_TEST(TstSecondRecords)
#include "tst_secondrecords.moc"
