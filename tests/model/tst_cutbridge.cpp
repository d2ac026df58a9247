// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/callweights.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

#include <random>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;

namespace {

// A thread's stacks, outermost call first: "main>work main>mul".
QString stacksOf(const Profile &profile, ThreadIndex thread = ThreadIndex(0))
{
    QStringList stacks;
    profile.samples(thread).stacks.forEach([&](std::size_t, StackIndex stack) {
        QStringList names;
        for (; stack != emptyStack; stack = profile.stack(stack).parent)
            names.prepend(QString::fromStdString(frameName(profile, profile.stack(stack).frame)));
        stacks << (names.isEmpty() ? QStringLiteral(".") : names.join(QLatin1Char('>')));
    });
    return stacks.join(QLatin1Char(' '));
}

// With stacks that begin with "mul" or "div" being cut.
ProfilePointer cutProfile(std::string_view picture)
{
    ProfileBuilder builder;
    builder.addProcess({});
    addTextThread(builder, picture);
    builder.countCut(textStack(builder, "mul"));
    builder.countCut(textStack(builder, "div"));
    return builder.snapshot();
}

ProfilePointer bridgedOf(const ProfilePointer &recorded)
{
    return ShownStacks::of(recorded, {}).bridged;
}

QString bridgedStacks(std::string_view picture)
{
    return stacksOf(*bridgedOf(cutProfile(picture)));
}

std::string inTurns(int samples, std::string_view cells)
{
    std::string row;
    for (int sample = 0; sample < samples; ++sample) {
        row += cells;
        row += ' ';
    }
    return row;
}

} // namespace

// Cut stacks below the callers of their neighbours.
class TstCutBridge : public QObject {
    Q_OBJECT

private slots:
    void callersOnWhichBothSidesAgreeAreFilledIn_data()
    {
        QTest::addColumn<QByteArray>("picture");
        QTest::addColumn<QString>("stacks");
        QTest::newRow("all") << QByteArray("main mul main\nwork sq work\nsum . sum\n")
                             << "main>work>sum main>work>mul>sq main>work>sum";
        QTest::newRow("some") << QByteArray("main mul main\nwork . load\nsum . sum\n")
                              << "main>work>sum main>mul main>load>sum";
        QTest::newRow("a run") << QByteArray(
            "main mul div mul main\nwork . . . work\n. . . . sum\n")
                               << "main>work main>work>mul main>work>div main>work>mul "
                                  "main>work>sum";
        QTest::newRow("none") << QByteArray("main mul load\nwork . work\n")
                              << "main>work mul load>work";
        QTest::newRow("idle before") << QByteArray(". mul main\n. . work\n") << ". mul main>work";
        QTest::newRow("idle after") << QByteArray("main mul .\nwork . .\n") << "main>work mul .";
        QTest::newRow("at the start") << QByteArray("mul main\n. work\n") << "mul main>work";
        QTest::newRow("at the end") << QByteArray("main mul\nwork .\n") << "main>work mul";
        // Nothing tells that a leaf of both calls anything.
        QTest::newRow("leaves") << QByteArray("main mul main\ncopy . copy\n")
                                << "main>copy main>mul main>copy";
        // The call that is cut was found whole before and after.
        QTest::newRow("the call itself")
            << QByteArray("main mul main\nwork sq work\nmul . mul\nadd . add\n")
            << "main>work>mul>add main>work>mul>sq main>work>mul>add";
        QTest::newRow("lines differ") << QByteArray("main:1 mul main:2\nwork . work\nsum . sum\n")
                                      << "main>work>sum main>work>mul main>work>sum";
    }

    void callersOnWhichBothSidesAgreeAreFilledIn()
    {
        QFETCH(const QByteArray, picture);
        QFETCH(const QString, stacks);
        QCOMPARE(bridgedStacks(picture.toStdString()), stacks);
    }

    void longRunsStayAsTheyWereRecorded()
    {
        const auto picture = [](int samples) {
            return "main " + inTurns(samples, "mul") + "main\nwork " + inTurns(samples, ".")
                + "work\nsum " + inTurns(samples, ".") + "sum\n";
        };
        constexpr auto most = int(CutBridge::maxSamples);
        static_assert(most * 10'000'000LL >= CutBridge::maxTime.count());
        QVERIFY(!bridgedStacks(picture(most - 1)).contains(QStringLiteral(" mul")));
        QVERIFY(!bridgedStacks(picture(most)).contains(QStringLiteral("work>mul")));
        QCOMPARE(bridgedStacks("0 10 510\nmain mul main\nwork . work\nsum . sum\n"),
                 QStringLiteral("main>work>sum mul main>work>sum"));
        QCOMPARE(bridgedStacks("0 10 500\nmain mul main\nwork . work\nsum . sum\n"),
                 QStringLiteral("main>work>sum main>work>mul main>work>sum"));
    }

    // What the profile has stays where it is; nothing is written that was not recorded.
    void theRecordedProfileStays()
    {
        const auto recorded = cutProfile("main mul main\nwork . work\nsum . sum\n");
        const auto before = stacksOf(*recorded);
        const auto stacks = recorded->tables().stacks.size();
        const auto table = buildSpans(recorded, StackChoice());
        QCOMPARE(table->recorded(), recorded);
        QVERIFY(table->profile() != recorded);
        QCOMPARE(stacksOf(*recorded), before);
        QCOMPARE(recorded->tables().stacks.size(), stacks);
        QCOMPARE(table->profile()->sampleCount(), recorded->sampleCount());
        const auto plain = buildSpans(recorded, stacksAsRecorded);
        QCOMPARE(plain->recorded(), recorded);
        QCOMPARE(plain->profile(), recorded);
        const auto whole = textProfile("main work\n");
        QCOMPARE(buildSpans(whole, StackChoice())->profile(), whole);
    }

    // Boxes and sums go by it.
    void callsOfTheCallersGoOn()
    {
        const auto recorded = cutProfile("main mul main main\nwork . work .\nsum . sum .\n");
        QCOMPARE(printedCalls(bridgedOf(recorded)),
                 std::string("main 0+30 (3)\n  work 0+30 (3)\n    sum 0+10 (1)\n"
                             "    mul 10+10 (1)\n    sum 20+10 (1)\n"));
        const auto total = [](const ProfilePointer &profile, std::string_view name) {
            CallWeigher weigher;
            const auto weights = weigher.weigh(profile, Selection{});
            double sum = 0;
            for (std::size_t row = 1; row < weights->paths.size(); ++row) {
                if (frameName(*profile, weights->paths[PathIndex(row)].frame) == name)
                    sum += double(weights->total[row].time.count());
            }
            return sum / 1e6;
        };
        QCOMPARE(total(recorded, "work"), 20.0);
        QCOMPARE(total(bridgedOf(recorded), "work"), 30.0);
        QCOMPARE(total(bridgedOf(recorded), "mul"), 10.0);
    }

    // A live capture: what has been handed out holds, and in the end it is what the whole gives.
    void growingSnapshotsGiveWhatTheWholeGives()
    {
        std::mt19937 random(5);
        ProfileBuilder builder;
        builder.addProcess({});
        const auto thread = builder.addThread({});
        const auto quiet = builder.addThread({});
        builder.addSample(quiet, {timestampFromNs(0), textStack(builder, "main"), {}});
        const auto cut = textStack(builder, "mul");
        builder.countCut(cut);
        ShownStacks stacks(builder, {});
        SpanBuilder spans;
        std::int64_t time = 0;
        SpanTablePointer table;
        for (int round = 0; round < 300; ++round) {
            for (auto news = random() % 6; news > 0; --news) {
                time += 1'000'000;
                auto stack = cut;
                if (random() % 3 != 0) {
                    const auto frame = [&](const char *name) {
                        return builder.tables().stacks[textStack(builder, name)].frame;
                    };
                    stack = builder.stack(textStack(builder, "main"),
                                          frame(random() % 2 == 0 ? "work" : "load"));
                    stack = builder.stack(stack, frame("sum"));
                }
                builder.addSample(thread, {timestampFromNs(time), stack, {}});
            }
            const auto recorded = builder.snapshot();
            const auto ending =
                round == 299 ? CutBridge::Ending::Complete : CutBridge::Ending::More;
            const auto earlier = table;
            table = spans.update(stacks.update(recorded, ending));
            const auto now = stacksOf(*table->profile());
            QVERIFY(!earlier || now.startsWith(stacksOf(*earlier->profile()))
                    || !earlier->hasBridges(thread));
            QVERIFY(!table->hasBridges(quiet));
            QVERIFY(recorded->samples(thread).size() - table->profile()->samples(thread).size()
                    < CutBridge::maxSamples);
        }
        const auto recorded = builder.snapshot();
        QCOMPARE(table->profile()->sampleCount(), recorded->sampleCount());
        const auto whole = bridgedOf(recorded);
        QCOMPARE(stacksOf(*table->profile()), stacksOf(*whole));
        QCOMPARE(printedCalls(table->profile()), printedCalls(whole));
        QCOMPARE(table->boxCount(), buildSpans(whole)->boxCount());
    }

    // Deep cut stacks below ever other callers: 10 000 times 2 000 calls are not made.
    void whatIsMadeIsBounded()
    {
        ProfileBuilder builder;
        builder.addProcess({});
        const auto thread = builder.addThread({});
        const auto frame = [&](std::uint64_t address) {
            Frame made;
            made.address = address;
            return builder.frame(made);
        };
        auto deep = builder.stack(emptyStack, frame(1));
        builder.countCut(deep);
        for (std::uint64_t level = 2; level < 2'000; ++level)
            deep = builder.stack(deep, frame(level));
        std::int64_t time = 0;
        for (std::uint64_t turn = 0; turn < 10'000; ++turn) {
            const auto caller = builder.stack(emptyStack, frame(100'000 + turn));
            const auto whole = builder.stack(caller, frame(3));
            for (const auto stack : {whole, deep, whole})
                builder.addSample(thread, {timestampFromNs(time += 1000), stack, {}});
        }
        const auto bridged = bridgedOf(builder.snapshot());
        QVERIFY(bridged->tables().stacks.size() < 5'000'000);
    }
};

EMBER_TEST(TstCutBridge)
#include "tst_cutbridge.moc"
