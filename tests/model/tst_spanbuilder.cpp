// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/calltree.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

#include <array>
#include <random>

using namespace ember::model;
using namespace ember::tests;

namespace {

QString calls(std::string_view picture)
{
    return QString::fromStdString(printedCalls(textProfile(picture)));
}

// Each rule of SENTRY.md §6.2 to the letter, on nested lists, as slowly as it reads.
struct NaiveNode {
    IdentityIndex identity;
    std::int64_t start = 0;
    std::int64_t end = 0;
    std::uint64_t samples = 0;
    std::vector<NaiveNode> children;
};

std::vector<NaiveNode> naiveTree(const Profile &profile, ThreadIndex thread)
{
    CallPaths paths;
    paths.update(profile);
    std::vector<NaiveNode> roots;
    const auto &samples = profile.samples(thread);
    for (std::size_t row = 0; row + 1 < samples.size(); ++row) {
        const auto time = toNs(samples.times[SampleIndex(row)]);
        const auto next = toNs(samples.times[SampleIndex(row + 1)]);
        std::vector<FrameIndex> frames;
        for (auto node = samples.stacks[SampleIndex(row)]; node != emptyStack;
             node = profile.stack(node).parent)
            frames.push_back(profile.stack(node).frame);
        auto *siblings = &roots;
        for (; !frames.empty(); frames.pop_back()) {
            const auto identity = paths.identity(frames.back());
            if (siblings->empty() || siblings->back().identity != identity
                || siblings->back().end != time)
                siblings->push_back({identity, time, next, 0, {}});
            siblings->back().end = next;
            ++siblings->back().samples;
            siblings = &siblings->back().children;
        }
    }
    return roots;
}

void print(const std::vector<NaiveNode> &nodes, std::size_t depth, QString &text)
{
    for (const auto &node : nodes) {
        text += QStringLiteral("%1: %2 %3+%4 (%5)\n")
                    .arg(depth)
                    .arg(node.identity.raw())
                    .arg(node.start)
                    .arg(node.end - node.start)
                    .arg(node.samples);
        print(node.children, depth + 1, text);
    }
}

QString naiveCalls(const Profile &profile)
{
    QString text;
    print(naiveTree(profile, ThreadIndex(0)), 0, text);
    return text;
}

QString calls(const SpanTable &spans, ThreadIndex thread = ThreadIndex(0))
{
    CallPaths paths;
    paths.update(*spans.profile());
    QString text;
    for (const auto &node : callTree(spans, thread).nodes)
        text += QStringLiteral("%1: %2 %3+%4 (%5)\n")
                    .arg(node.depth)
                    .arg(paths.identity(node.frame).raw())
                    .arg(toNs(node.start))
                    .arg(node.duration.count())
                    .arg(node.samples);
    return text;
}

// Samples of few functions, equal times and idle stacks: whatever can happen, happens.
void addRandomSamples(ProfileBuilder &builder, ThreadIndex thread, std::mt19937 &random, int count,
                      std::int64_t &time)
{
    static constexpr std::array names{"a", "b", "c"};
    for (int i = 0; i < count; ++i) {
        auto stack = emptyStack;
        const auto depth = random() % 5;
        for (unsigned level = 0; level < depth; ++level) {
            Function function;
            function.name = builder.string(names.at(random() % names.size()));
            Frame frame;
            frame.function = builder.function(function);
            frame.line = unsigned(random() % 2);
            stack = builder.stack(stack, builder.frame(frame));
        }
        time += random() % 3 == 0 ? 10 : 0;
        builder.addSample(thread, {timestampFromNs(time), stack, {}});
    }
}

ProfilePointer deepInTurns(int samples)
{
    constexpr int depth = 1000;
    ProfileBuilder builder;
    const auto thread = builder.addThread({});
    std::array<StackIndex, 2> stacks{emptyStack, emptyStack};
    for (std::size_t i = 0; i < stacks.size(); ++i) {
        Function function;
        function.name = builder.string(i == 0 ? "a" : "b");
        Frame frame;
        frame.function = builder.function(function);
        const auto row = builder.frame(frame);
        for (int level = 0; level < depth; ++level)
            stacks[i] = builder.stack(stacks[i], row);
    }
    for (int i = 0; i < samples; ++i)
        builder.addSample(thread, {timestampFromNs(i * 1'000'000), stacks[std::size_t(i) % 2], {}});
    return builder.snapshot();
}

} // namespace

class TstSpanBuilder : public QObject {
    Q_OBJECT

private slots:
    void aSampleLastsUntilTheNextOfItsThread()
    {
        QCOMPARE(calls("0  5  100 \n"
                       "a  b  b   \n"),
                 QStringLiteral("a 0+5 (1)\n"
                                "b 5+95 (1)\n"));
    }

    void theLastSampleHasNoDuration()
    {
        QCOMPARE(calls("a a\n"
                       ". b\n"),
                 QStringLiteral("a 0+10 (1)\n"));
        QCOMPARE(calls("a\n"), QString());
    }

    void equalPrefixesExtendAndDivergenceClosesTheDeepestFirst()
    {
        QCOMPARE(calls("a a a a\n"
                       "b b b b\n"
                       "c c d d\n"),
                 QStringLiteral("a 0+30 (3)\n"
                                "  b 0+30 (3)\n"
                                "    c 0+20 (2)\n"
                                "    d 20+10 (1)\n"));
    }

    void aCallThatReturnsClosesWhatItCalled()
    {
        QCOMPARE(calls("a a a a\n"
                       "b . b b\n"),
                 QStringLiteral("a 0+30 (3)\n"
                                "  b 0+10 (1)\n"
                                "  b 20+10 (1)\n"));
    }

    void anIdleSampleLeavesAHole()
    {
        QCOMPARE(calls("a a . a a\n"),
                 QStringLiteral("a 0+20 (2)\n"
                                "a 30+10 (1)\n"));
    }

    void aPauseIsDrawnAsTheStackBeforeIt()
    {
        QCOMPARE(calls("0 10 5000 5010\n"
                       "a a  b    b   \n"),
                 QStringLiteral("a 0+5000 (2)\n"
                                "b 5000+10 (1)\n"));
    }

    void linesAreNotPartOfAFunctionAndTheFirstIsShown()
    {
        QCOMPARE(calls("a:1 a:2 a:3 b a:3 b\n"),
                 QStringLiteral("a:1 0+30 (3)\n"
                                "b 30+10 (1)\n"
                                "a:3 40+10 (1)\n"));
    }

    void addressesAndModulesArePartOfAFunction()
    {
        QCOMPARE(calls("a@10 a@10 a@20 a!x a!y a!y\n"),
                 QStringLiteral("a 0+20 (2)\n"
                                "a 20+10 (1)\n"
                                "a 30+10 (1)\n"
                                "a 40+10 (1)\n"));
    }

    void recursionIsOneCallPerLevel()
    {
        QCOMPARE(calls("a a a\n"
                       "a a a\n"
                       ". a a\n"),
                 QStringLiteral("a 0+20 (2)\n"
                                "  a 0+20 (2)\n"
                                "    a 10+10 (1)\n"));
    }

    void equalTimesMakeCallsOfNoLength()
    {
        QCOMPARE(calls("0 10 10 20\n"
                       "a b  c  c \n"),
                 QStringLiteral("a 0+10 (1)\n"
                                "b 10+0 (1)\n"
                                "c 10+10 (1)\n"));
    }

    void anIdleSampleOfNoLengthDoesNotEndACall()
    {
        QCOMPARE(calls("0 10 10 20\n"
                       "a .  a  a \n"
                       "b .  b  b \n"),
                 QStringLiteral("a 0+20 (2)\n"
                                "  b 0+20 (2)\n"));
    }

    void aSiblingOfNoLengthEndsTheCallBeforeIt()
    {
        QCOMPARE(calls("0 10 10 20\n"
                       "a a  a  a \n"
                       "b c  b  b \n"),
                 QStringLiteral("a 0+20 (3)\n"
                                "  b 0+10 (1)\n"
                                "  c 10+0 (1)\n"
                                "  b 10+10 (1)\n"));
    }

    void framesAreNamedByTheMostExactThatIsThere()
    {
        ProfileBuilder builder;
        Function function;
        QCOMPARE(identityOf(builder, function), std::string("--"));
        function.file = builder.string("a.js");
        QCOMPARE(identityOf(builder, function), std::string("a.js-"));
        function.package = builder.string("/usr/lib/libz.so");
        function.name = builder.string("inflate");
        QCOMPARE(identityOf(builder, function), std::string("libzinflate"));
        function.module = builder.string("");
        QCOMPARE(identityOf(builder, function), std::string("inflate"));
        function.module = builder.string("zlib");
        QCOMPARE(identityOf(builder, function, 0x1f), std::string("zlibinflate0x1f"));
    }

    void treesEqualTheRulesReadLiterally_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 50; ++seed)
            QTest::newRow(qPrintable(QString::number(seed))) << seed;
    }

    void treesEqualTheRulesReadLiterally()
    {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        std::int64_t time = 0;
        addRandomSamples(builder, thread, random, 300, time);
        const auto profile = builder.snapshot();
        QCOMPARE(calls(*buildSpans(profile)), naiveCalls(*profile));
    }

    void growingSnapshotsGiveWhatTheWholeGives()
    {
        std::mt19937 random(7);
        ProfileBuilder builder;
        SpanBuilder spans;
        const auto thread = builder.addThread({});
        const auto still = builder.addThread({});
        std::int64_t time = 0;
        addRandomSamples(builder, still, random, 3, time);
        std::vector<std::pair<SpanTablePointer, QString>> seen;
        for (int round = 0; round < 100; ++round) {
            addRandomSamples(builder, thread, random, int(random() % 8), time);
            const auto table = spans.update(builder.snapshot());
            QCOMPARE(calls(*table), naiveCalls(*table->profile()));
            seen.emplace_back(table, calls(*table));
        }
        // What was handed out does not change behind its reader.
        for (const auto &[table, text] : seen) {
            QCOMPARE(calls(*table), text);
            QCOMPARE(&table->thread(still), &seen.front().first->thread(still));
        }
    }

    void manySamplesAtOnceGiveTheSame()
    {
        std::mt19937 random(9);
        ProfileBuilder builder;
        for (int row = 0; row < 6; ++row) {
            std::int64_t time = 0;
            addRandomSamples(builder, builder.addThread({}), random, 12'000, time);
        }
        const auto profile = builder.snapshot();
        QCOMPARE(calls(*buildSpans(profile)), naiveCalls(*profile));
    }

    void lateSamplesAreSortedIn()
    {
        ProfileBuilder builder;
        SpanBuilder spans;
        const auto thread = addTextThread(builder, "0 20 40\n a a a\n");
        QCOMPARE(spans.update(builder.snapshot())->boxCount(), std::size_t(1));
        builder.addSample(thread, {timestampFromNs(10'000'000), emptyStack, {}});
        const auto table = spans.update(builder.snapshot());
        QCOMPARE(calls(*table), naiveCalls(*table->profile()));
        QCOMPARE(table->boxCount(), std::size_t(2));
    }

    void aLastSampleOfKnownDurationIsLikeTheOthers()
    {
        ProfileBuilder builder(TimeOrigin::ProfileStart);
        const auto thread = addTextThread(builder, "a a a\nb b c\n");
        addRprofSource(builder, 10'000);
        const auto profile = builder.snapshot();
        QCOMPARE(profile->timeRange().duration(), Nanoseconds(30'000'000));
        const auto table = buildSpans(profile);
        const auto &spans = table->thread(thread);
        QCOMPARE(spans.rows[0].boxes.size(), std::size_t(1));
        QCOMPARE(spans.rows[1].boxes.size(), std::size_t(2));
        for (const auto &row : spans.rows)
            QCOMPARE(spans.end(row.boxes.back()), timestampFromNs(30'000'000));
        QCOMPARE(spans.outline.size(), std::size_t(3));
        QCOMPARE(printedCalls(profile), std::string("a 0+30 (3)\n  b 0+20 (2)\n  c 20+10 (1)\n"));
    }

    // It was the last one when it was read.
    void samplesGoOnBehindALastOneOfKnownDuration()
    {
        ProfileBuilder builder(TimeOrigin::ProfileStart);
        const auto thread = addTextThread(builder, "a b\n");
        addRprofSource(builder, 10'000);
        SpanBuilder spans;
        QCOMPARE(spans.update(builder.snapshot())->boxCount(), std::size_t(2));
        for (const int ms : {20, 30})
            builder.addSample(thread,
                              {timestampFromNs(ms * 1'000'000), textStack(builder, "b"), {}});
        const auto profile = builder.snapshot();
        const auto table = spans.update(profile);
        QCOMPARE(table->boxCount(), std::size_t(2));
        const auto &row = table->thread(thread).rows[0];
        QCOMPARE(row.boxes.samples(BoxIndex(row.boxes.size() - 1)), std::uint64_t(3));
        QCOMPARE(table->thread(thread).end(row.boxes.back()), timestampFromNs(40'000'000));
    }

    void deepStacksNeedNoRecursion()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        auto stack = emptyStack;
        for (int level = 0; level < 100'000; ++level) {
            Frame frame;
            frame.address = unsigned(level % 7);
            stack = builder.stack(stack, builder.frame(frame));
        }
        builder.addSample(thread, {timestampFromNs(0), stack, {}});
        builder.addSample(thread, {timestampFromNs(5), stack, {}});
        const auto table = buildSpans(builder.snapshot());
        QCOMPARE(table->boxCount(), std::size_t(100'000));
        QCOMPARE(callTree(*table, thread).nodes.back().depth, 99'999U);
    }

    void theFirstBoxThatEndsAfterATimeIsFound()
    {
        const auto profile = textProfile("a b . c c\n");
        const auto table = buildSpans(profile);
        const auto &spans = table->thread(ThreadIndex(0));
        const auto at = [&](std::int64_t ms) {
            return spans.firstEndingAfter(0, timestampFromNs(ms * 1'000'000)).row();
        };
        QCOMPARE(at(-1), std::size_t(0));
        QCOMPARE(at(9), std::size_t(0));
        QCOMPARE(at(10), std::size_t(1));
        QCOMPARE(at(20), std::size_t(2));
        QCOMPARE(at(40), std::size_t(3));
        QCOMPARE(spans.rows[0].boxes.size(), std::size_t(3));
    }

    // Two deep stacks in turns: every sample ends the calls of the one before.
    void boxesHaveABudget_data()
    {
        QTest::addColumn<int>("samples");
        QTest::addColumn<bool>("fits");
        QTest::newRow("few") << 300 << true; // 3.6 MB and their rows, of 5 MiB
        QTest::newRow("many") << 1000 << false;
    }

    void boxesHaveABudget()
    {
        QFETCH(const int, samples);
        QFETCH(const bool, fits);
        const auto profile = deepInTurns(samples);
        SpanBuilder builder(std::size_t(5) << 20U);
        bool isTooMuch = false;
        try {
            builder.update(profile);
        } catch (const std::bad_alloc &) {
            isTooMuch = true;
        }
        QCOMPARE(isTooMuch, !fits);
    }

    void whoeverStopsTheBuilderGetsNoBoxes()
    {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_THROWS_EXCEPTION(BoxesUnwanted, buildSpans(deepInTurns(10), stop.get_token()));
    }

private:
    static std::string identityOf(ProfileBuilder &builder, const Function &function,
                                  std::optional<std::uint64_t> address = {})
    {
        Frame frame;
        frame.function = builder.function(function);
        frame.address = address;
        const auto index = builder.frame(frame);
        return frameIdentity(*builder.snapshot(), index);
    }
};

EMBER_TEST(TstSpanBuilder)
#include "tst_spanbuilder.moc"
