// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "views/boxes/searchmatches.h"

#include <QTest>

using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

Matcher matcherFor(const QString &text, const std::vector<ThreadIndex> &threads)
{
    return {text, std::make_shared<BoxCounts>(threads)};
}

SearchMatches fresh(const SpanTablePointer &spans, const std::vector<ThreadIndex> &threads)
{
    return matcherFor(QStringLiteral("b"), threads).update(spans);
}

StackIndex stackOf(ProfileBuilder &builder, std::string_view names)
{
    StackIndex stack = emptyStack;
    for (const char name : names) {
        Function function;
        function.name = builder.string(std::string(1, name));
        Frame frame;
        frame.function = builder.function(function);
        stack = builder.stack(stack, builder.frame(frame));
    }
    return stack;
}

} // namespace

class TstMatcher : public QObject {
    Q_OBJECT

private slots:
    void boxesOfTheShownThreadsCount()
    {
        ProfileBuilder builder;
        const auto first = addTextThread(builder, "a b b a\nb a . b\n", "1");
        const auto second = addTextThread(builder, "b a b b\n", "2");
        const auto spans = buildSpans(builder.snapshot());
        QCOMPARE(fresh(spans, {first}).boxes, 2U); // under the first a, and at the root
        QCOMPARE(fresh(spans, {second}).boxes, 2U);
        QCOMPARE(fresh(spans, {first, second}).boxes, 4U);
    }

    void capitalsInTheTextCount()
    {
        const auto spans = buildSpans(textProfile("Row row Row x\n"));
        const std::vector threads{ThreadIndex(0)};
        QCOMPARE(matcherFor(QStringLiteral("row"), threads).update(spans).boxes, 3U);
        QCOMPARE(matcherFor(QStringLiteral("Row"), threads).update(spans).boxes, 2U);
        QVERIFY(!matcherFor(QString(), threads).update(spans).isActive());
    }

    // As QString::contains() has it.
    void letterCaseIsThatOfAnyScript_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isThere");
        QTest::newRow("ascii") << "cache::get"
                               << "Cache::GetOrMake(int)" << true;
        QTest::newRow("not there") << "cache::set"
                                   << "Cache::GetOrMake(int)" << false;
        QTest::newRow("capitals") << "Get"
                                  << "Cache::forget()" << false;
        QTest::newRow("longer than the name") << "forgetful"
                                              << "forget" << false;
        QTest::newRow("at the end") << "int)"
                                    << "get(INT)" << true;
        QTest::newRow("umlauts") << "größe"
                                 << "GRÖßE der Gruppe" << true;
        QTest::newRow("capital umlaut") << "Größe"
                                        << "größe" << false;
        QTest::newRow("greek") << "μνήμη"
                               << "ΜΝΉΜΗ" << true;
        QTest::newRow("letters that fold to ours") << "k"
                                                   << "\u212Aelvin" << true;
        QTest::newRow("ours among others") << "tab"
                                           << "größeTAB" << true;
        QTest::newRow("of an empty name") << "x"
                                          << "" << false;
    }

    void letterCaseIsThatOfAnyScript()
    {
        QFETCH(QString, text);
        QFETCH(QString, name);
        QFETCH(bool, isThere);
        QCOMPARE(SearchedText(text).isIn(name.toStdString()), isThere);
    }

    // Names of more than one piece of work.
    void everyOneOfManyFramesIsLookedAt()
    {
        ProfileBuilder builder;
        std::vector<StackIndex> stacks;
        constexpr std::size_t count = 50'000;
        for (std::size_t row = 0; row < count; ++row) {
            Function function;
            function.name = builder.string("function" + std::to_string(row));
            function.module = builder.string(row % 3 == 0 ? "odd" : "even");
            Frame frame;
            frame.function = builder.function(function);
            stacks.push_back(builder.stack(emptyStack, builder.frame(frame)));
        }
        const auto thread = builder.addThread({});
        for (std::size_t row = 0; row <= count; ++row)
            builder.addSample(thread,
                              {timestampFromNs(std::int64_t(row)), stacks[row % count], {}});
        const auto spans = buildSpans(builder.snapshot());
        QCOMPARE(matcherFor(QStringLiteral("FUNCTION49999"), {thread}).update(spans).boxes, 0U);
        QCOMPARE(matcherFor(QStringLiteral("function49999"), {thread}).update(spans).boxes, 1U);
        QCOMPARE(matcherFor(QStringLiteral("odd"), {thread}).update(spans).boxes, (count + 2) / 3);
        QCOMPARE(matcherFor(QStringLiteral("unction"), {thread}).update(spans).boxes, count);
    }

    void laterSnapshotsAddWhatIsNew()
    {
        ProfileBuilder builder;
        SpanBuilder spans;
        const auto thread = builder.addThread({});
        Matcher matcher = matcherFor(QStringLiteral("b"), {thread});
        for (int number = 0; number < 400; ++number) {
            const char *stacks[] = {"ab", "abc", "a", "", "bb", "cb"};
            builder.addSample(
                thread,
                {timestampFromNs(number * 10), stackOf(builder, stacks[number * 7 % 6]), {}});
            const auto table = spans.update(builder.snapshot());
            const auto grown = matcher.update(table);
            const auto expected = fresh(table, {thread});
            QCOMPARE(grown.boxes, expected.boxes);
            QCOMPARE(grown.frames, expected.frames);
        }
    }

    // So many that they are counted on all cores.
    void boxesOfALongCaptureCount()
    {
        ProfileBuilder builder;
        SpanBuilder spans;
        const auto thread = builder.addThread({});
        // Two boxes at the root, three below, of each one that matches.
        const StackIndex stacks[] = {stackOf(builder, "ba"), stackOf(builder, "cb"),
                                     stackOf(builder, "ca")};
        std::int64_t time = 0;
        const auto add = [&](std::size_t rounds) {
            for (std::size_t sample = 0; sample < 3 * rounds; ++sample)
                builder.addSample(thread, {timestampFromNs(++time), stacks[sample % 3], {}});
            builder.addSample(thread, {timestampFromNs(++time), emptyStack, {}});
            return spans.update(builder.snapshot());
        };
        Matcher matcher = matcherFor(QStringLiteral("b"), {thread});
        const auto table = add(50'000);
        QCOMPARE(table->thread(thread).rows[0].boxes.size(), 100'000U);
        QCOMPARE(table->thread(thread).rows[1].boxes.size(), 150'000U);
        QCOMPARE(matcher.update(table).boxes, 100'000U);
        QCOMPARE(matcher.update(add(3)).boxes, 100'006U);
        QCOMPARE(matcher.update(add(60'000)).boxes, 220'006U);
    }

    // As when somebody goes on typing while a capture grows.
    void matchersShareCounts()
    {
        ProfileBuilder builder;
        SpanBuilder spans;
        const auto thread = builder.addThread({});
        const auto counts = std::make_shared<BoxCounts>(std::vector{thread});
        Matcher first(QStringLiteral("a"), counts);
        std::int64_t time = 0;
        const auto grow = [&] {
            for (const char *stack : {"ab", "ac", ""})
                builder.addSample(thread, {timestampFromNs(++time), stackOf(builder, stack), {}});
            return spans.update(builder.snapshot());
        };
        QCOMPARE(first.update(grow()).boxes, 1U);
        Matcher second(QStringLiteral("b"), counts);
        QCOMPARE(second.update(grow()).boxes, 2U);
        QCOMPARE(Matcher(QStringLiteral("c"), counts).update(grow()).boxes, 3U);
        QCOMPARE(first.update(grow()).boxes, 4U);
    }

    void aThreadThatStartsOverIsCountedAnew()
    {
        ProfileBuilder builder;
        SpanBuilder spans;
        const auto thread = builder.addThread({});
        Matcher matcher = matcherFor(QStringLiteral("b"), {thread});
        for (const int time : {10, 20, 40, 50})
            builder.addSample(thread, {timestampFromNs(time), stackOf(builder, "ab"), {}});
        QCOMPARE(matcher.update(spans.update(builder.snapshot())).boxes, 1U);
        builder.addSample(thread, {timestampFromNs(30), stackOf(builder, "a"), {}});
        QCOMPARE(matcher.update(spans.update(builder.snapshot())).boxes, 2U);
    }
};

EMBER_TEST(TstMatcher)
#include "tst_matcher.moc"
