// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/spanbuilder.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/picture.h"
#include "tests/views/watchedpanel.h"
#include "views/flamechart/edgepainter.h"
#include "views/flamechart/flamechartwidget.h"

#include <QTest>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;
using namespace std::chrono_literals;

namespace {

// "0-10 40-50", milliseconds.
QString edges(const char *picture, std::int64_t fromMs, std::int64_t toMs, std::size_t depth = 0)
{
    const auto spans = buildSpans(textProfile(picture));
    const TimeRange visible{timestampFromNs(fromMs * 1'000'000), timestampFromNs(toMs * 1'000'000)};
    QStringList texts;
    for (const TimeRange &edge :
         uncertainEdges(spans->thread(ThreadIndex(0)), depth, visible, 10ms))
        texts << QStringLiteral("%1-%2")
                     .arg(toNs(edge.start) / 1'000'000)
                     .arg(toNs(edge.end) / 1'000'000);
    return texts.join(QLatin1Char(' '));
}

} // namespace

// How sure the edges of calls are.
class TstEdges : public QObject {
    Q_OBJECT

private slots:
    void anEdgeLiesSomewhereSinceTheSampleBefore()
    {
        QCOMPARE(edges(". a a . .\n", 0, 100), QStringLiteral("0-10 20-30"));
    }

    void neighboursShareTheirEdge()
    {
        QCOMPARE(edges("a a b b .\n", 0, 100), QStringLiteral("-10-0 10-20 30-40"));
        QCOMPARE(edges("a a a a .\n"
                       ". b c . .\n",
                       0, 100, 1),
                 QStringLiteral("0-10 10-20 20-30"));
    }

    // Only of outermost calls, and of those that are wide enough to see it.
    void callsWhoseCallersAreUnknownAreTorn()
    {
        ProfileBuilder builder;
        builder.addProcess({});
        addTextThread(builder, "a b b a b .\nb a a b . .\n");
        const auto whole = buildSpans(builder.snapshot());
        builder.countCut(textStack(builder, "b"));
        const auto spans = buildSpans(builder.snapshot());
        const auto torn = [](const SpanTable &table, double width) {
            QStringList texts;
            const TimeScale scale({timestampFromNs(0), timestampFromNs(50'000'000)}, width);
            for (const TimeRange &call : cutCalls(table, ThreadIndex(0), 0, scale))
                texts << QStringLiteral("%1-%2")
                             .arg(toNs(call.start) / 1'000'000)
                             .arg(toNs(call.end) / 1'000'000);
            return texts.join(QLatin1Char(' '));
        };
        QCOMPARE(torn(*spans, 500), QStringLiteral("10-30 40-50"));
        QCOMPARE(torn(*spans, 10), QStringLiteral("10-30"));
        QCOMPARE(torn(*whole, 500), QString());
    }

    // Only in the row below the callers that were filled in.
    void callsBelowBridgedCallersAreTorn()
    {
        ProfileBuilder builder;
        builder.addProcess({});
        addTextThread(builder,
                      "main main mul main main\n"
                      "work work sq  work .\n"
                      "sum  sum  .   sum  .\n");
        builder.countCut(textStack(builder, "mul"));
        const auto profile = builder.snapshot();
        const TimeScale scale({timestampFromNs(0), timestampFromNs(50'000'000)}, 500);
        const auto torn = [&](const SpanTablePointer &spans) {
            QStringList texts;
            for (std::size_t depth = 0; depth < spans->thread(ThreadIndex(0)).depth(); ++depth) {
                for (const TimeRange &call : cutCalls(*spans, ThreadIndex(0), depth, scale))
                    texts << QStringLiteral("%1: %2-%3")
                                 .arg(depth)
                                 .arg(toNs(call.start) / 1'000'000)
                                 .arg(toNs(call.end) / 1'000'000);
            }
            return texts;
        };
        QCOMPARE(torn(buildSpans(profile, stacksAsRecorded)),
                 QStringList(QStringLiteral("0: 20-30")));
        QCOMPARE(torn(buildSpans(profile, StackChoice())), QStringList(QStringLiteral("2: 20-30")));
    }

    void bridgedCallsAreTornInThePicture_data() { addShades(); }

    void bridgedCallsAreTornInThePicture()
    {
        QFETCH(Shade, shade);
        ViewState state;
        Searcher searcher(state);
        FlameChartWidget chart(state, searcher);
        useShade(state, shade);
        ProfileBuilder builder;
        builder.addProcess({});
        addTextThread(builder,
                      "main main main mul mul main main .\n"
                      "work work work sq  .   work work .\n"
                      "sum  sum  sum  .   .   sum  sum  .\n");
        state.open(buildSpans(builder.snapshot(), StackChoice()));
        builder.countCut(textStack(builder, "mul"));
        const auto profile = builder.snapshot();
        const QImage recorded = pictureOf(chart, {500, 120});
        state.update(buildSpans(profile, StackChoice()));
        const QImage bridged = pictureOf(chart, {500, 120});
        keepPicture(bridged, QStringLiteral("bridged"));
        QVERIFY(bridged != recorded);
        state.update(buildSpans(profile, stacksAsRecorded));
        QVERIFY(pictureOf(chart, {500, 120}) != bridged);
    }

    // Nobody looked for half a second: that says more about the recorder than about the call.
    void itIsNeverMoreThanAPeriod()
    {
        QCOMPARE(edges("0  10 500 510\n"
                       ".  .  a   .\n",
                       0, 1000),
                 QStringLiteral("490-500 500-510"));
        QCOMPARE(edges("0  4 8\n"
                       ".  a .\n",
                       0, 1000),
                 QStringLiteral("0-4 4-8"));
    }

    void onlyThoseInSightAreLookedFor()
    {
        constexpr auto picture = "a . b . c . d . e .\n";
        QCOMPARE(edges(picture, 45, 55), QStringLiteral("30-40 40-50 50-60 60-70"));
        QCOMPARE(edges(picture, 200, 300), QString());
    }

    void theyAreHatchedWhenTheyAreWanted_data() { addShades(); }

    void theyAreHatchedWhenTheyAreWanted()
    {
        QFETCH(Shade, shade);
        ViewState state;
        Searcher searcher(state);
        FlameChartWidget chart(state, searcher);
        useShade(state, shade);
        state.open(buildSpans(textProfile("main main main main main main main main\n"
                                          ".    load load load .    read read .\n"
                                          ".    .    parse .    .    .    .    .\n")));
        const QImage sharp = pictureOf(chart, {500, 120});
        state.appearance().setEdges(Edges::Uncertain);
        const QImage uncertain = pictureOf(chart, {500, 120});
        keepPicture(uncertain, QStringLiteral("edges"));
        QVERIFY(uncertain != sharp);
        state.appearance().setEdges(Edges::Sharp);
        QCOMPARE(pictureOf(chart, {500, 120}), sharp);
    }

    void whereAPeriodIsNarrowNothingIsHatched()
    {
        ViewState state;
        Searcher searcher(state);
        FlameChartWidget chart(state, searcher);
        std::string picture;
        for (int sample = 0; sample < 400; ++sample)
            picture += sample % 3 == 0 ? "a " : "b ";
        state.open(buildSpans(textProfile(picture + "\n")));
        const QImage sharp = pictureOf(chart, {500, 120});
        state.appearance().setEdges(Edges::Uncertain);
        QCOMPARE(pictureOf(chart, {500, 120}), sharp);
    }
};

EMBER_TEST(TstEdges)
#include "tst_edges.moc"
