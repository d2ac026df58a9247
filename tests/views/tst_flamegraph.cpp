// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/graphtest.h"
#include "tests/views/picture.h"
#include "views/canvas/boxcolours.h"
#include "views/graph/graphsvg.h"
#include "views/graph/graphtext.h"
#include "views/state/sumsquery.h"

#include <QComboBox>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

// The flame graph of a selection.
class TstFlameGraph : public GraphTest {
    Q_OBJECT

private slots:
    void widthsAreTimesAndTheLargestStandLeft()
    {
        show(textProfile(picture));
        QCOMPARE(row(0), QStringLiteral("a 100%"));
        QCOMPARE(row(1), QStringLiteral("b 80% c 20%"));
        QCOMPARE(row(2), QStringLiteral("c 20% b 20% d 20%"));
    }

    void theKeyTurnsItToCallersAndBack()
    {
        show(textProfile(picture));
        QTest::keyClick(&graph(), Qt::Key_I);
        EMBER_TRY(row(0) == QStringLiteral("b 40% c 40% d 20%"));
        QCOMPARE(row(1), QStringLiteral("a 20% b 20% b 20% a 20% b 20%"));
        QVERIFY(panelTool(QStringLiteral("inverted")).isChecked());
        QTest::keyClick(&graph(), Qt::Key_I);
        EMBER_TRY(row(0) == QStringLiteral("a 100%"));
    }

    void siblingsCanBeInTheOrderOfTheirNames()
    {
        show(textProfile("c a a b b b b\n"));
        QCOMPARE(row(0), QStringLiteral("b 50% a 33% c 17%"));
        m_panel->findChild<QComboBox *>(QStringLiteral("order"))->setCurrentIndex(1);
        EMBER_TRY(row(0) == QStringLiteral("a 33% b 50% c 17%"));
    }

    void siblingsCanStandAsTheyWereFirstSeen()
    {
        show(textProfile("c a a b b b b\n"));
        m_panel->findChild<QComboBox *>(QStringLiteral("order"))->setCurrentIndex(2);
        EMBER_TRY(row(0) == QStringLiteral("c 17% a 33% b 50%"));
        m_state->selection().selectRange(
            TimeRange{timestampFromNs(10'000'000), timestampFromNs(60'000'000)});
        EMBER_TRY(row(0) == QStringLiteral("a 40% b 60%"));
        m_panel->showLeftHeavy();
        EMBER_TRY(row(0) == QStringLiteral("b 60% a 40%"));
    }

    void itIsOfTheSelectedRangeAndTheShownThreads()
    {
        ProfileBuilder builder;
        addTextThread(builder, "a a b b b\n", "1");
        const auto second = addTextThread(builder, "c c c c c\n", "2");
        show(builder.snapshot());
        QCOMPARE(row(0), QStringLiteral("c 50% b 25% a 25%"));
        m_state->selection().selectRange(
            TimeRange{timestampFromNs(0), timestampFromNs(10'000'000)});
        EMBER_TRY(row(0) == QStringLiteral("a 50% c 50%"));
        m_state->threads().setShown(second, Shown::No);
        EMBER_TRY(row(0) == QStringLiteral("a 100%"));
        m_state->selection().selectRange(std::nullopt);
        EMBER_TRY(row(0) == QStringLiteral("b 50% a 50%"));
    }

    void filtersChangeItAndTheFooterTellsWhatTheyLeaveOut()
    {
        show(textProfile(picture));
        FilterStack &filters = m_state->sums().filters();
        filters.add({CallAction::LeaveOut, {CallTest::By::Name, "d"}});
        EMBER_TRY(row(1) == QStringLiteral("b 75% c 25%"));
        QVERIFY2(footer().contains(QStringLiteral("leave out 20.0 %")), qPrintable(footer()));
        m_state->sums().history().undo();
        EMBER_TRY(row(1) == QStringLiteral("b 80% c 20%"));
        QVERIFY(!footer().contains(QStringLiteral("leave out")));
    }

    void boxesHaveTheColoursOfTheFlamechart()
    {
        show(textProfile(picture));
        const QImage image = graph().grab().toImage();
        const auto box = graph().viewport().layout().rows()[1][0];
        const auto expected = BoxColours::colourOf(
            *m_state->spans()->profile(), graph().viewport().tree()->node(box.node).frame,
            m_state->appearance().colourMode(), m_state->theme());
        const QPoint inside(int(graph().viewport().size().width() * 4 / 5) - 6,
                            graph().viewport().topOf(1) + 3);
        QCOMPARE(image.pixel(inside), expected.fill);
        m_state->selection().setSearchText(QStringLiteral("c"));
        EMBER_TRY(m_state->selection().matches().isActive());
        QCOMPARE(graph().grab().toImage().pixel(inside), m_state->theme().dimmed.fill);
    }

    void recursionHasItsColourInPictureAndSvg()
    {
        show(textProfile("a a a\nb b b\na a a\n"));
        m_state->appearance().setColourMode(ColourMode::Recursion);
        EMBER_TRY(m_state->appearance().colourMode() == ColourMode::Recursion);
        const QRgb again = levelColour(ColourMode::Recursion, m_state->theme(), 2).fill;
        const auto pixel = [&](std::size_t row) {
            return graph().grab().toImage().pixel(40, graph().viewport().topOf(row) + 1);
        };
        QCOMPARE(pixel(0), m_state->theme().neutral.fill);
        QCOMPARE(pixel(2), again);
        const QByteArray svg = graphsSvg(*m_state, {}, {&graph().viewport()});
        QCOMPARE(svg.count(QColor(again).name().toUtf8()), 1);
        const auto box = graph().viewport().layout().rows()[2][0];
        const QString tip = toolTipText(*graph().viewport().tree(), box);
        QVERIFY2(tip.contains(QStringLiteral("call number 2")), qPrintable(tip));
    }

    void aProfileWithoutSamplesIsNotCalledASelectionOfNothing()
    {
        m_state->open(buildSpans(ProfileBuilder().snapshot()));
        pictureOf(*m_panel, {800, 400});
        EMBER_TRY(graph().accessibleDescription()
                  == QStringLiteral("This profile has no samples."));
    }

    void theTipTellsTotalSelfShareAndSamples()
    {
        show(textProfile(picture));
        const auto &tree = *graph().viewport().tree();
        const QString tip = toolTipText(tree, graph().viewport().layout().rows()[1][0]);
        for (const QString &part :
             {QStringLiteral("<b>b</b>"), QStringLiteral("total 40.0 ms (80.0 %)"),
              QStringLiteral("self 10.0 ms (20.0 %)"), QStringLiteral("4 samples")})
            QVERIFY2(tip.contains(part), qPrintable(tip));
    }

    // Nothing is left out without being counted: drawn and not drawn make the whole.
    void whatIsTooNarrowIsCounted()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        std::int64_t time = 0;
        const auto add = [&](const std::string &name, std::int64_t duration) {
            builder.addSample(thread, {timestampFromNs(time), textStack(builder, name), {}});
            time += duration;
        };
        add("large", 1'000'000);
        for (int small = 0; small < 300; ++small)
            add("small" + std::to_string(small), 100);
        add("last", 0);
        show(builder.snapshot());
        QCOMPARE(graph().viewport().layout().hiddenCount(), 301U);
        QVERIFY2(footer().contains(QStringLiteral("301")), qPrintable(footer()));
        QVERIFY2(!footer().contains(QLatin1Char('%')), qPrintable(footer()));
        const auto &boxes = graph().viewport().layout().rows()[0];
        QCOMPARE(boxes.size(), 2U);
        QVERIFY(boxes.back().isRest());
        QCOMPARE(boxes.front().place.duration() + boxes.back().place.duration(),
                 wholeGraph.duration());
        QVERIFY(
            toolTipText(*graph().viewport().tree(), boxes.back()).contains(QStringLiteral("301")));
        // Somebody who looks closer sees them.
        zoom().show({wholeGraph.end - wholeGraph.duration() / 50, wholeGraph.end});
        QVERIFY(graph().viewport().layout().rows()[0].size() > 200);
    }

    // Somebody sees how deep the calls go, also where they take next to nothing.
    void whatIsTooNarrowIsDrawnToItsDepth()
    {
        show(largeAndDeep());
        const GraphViewport &viewport = graph().viewport();
        const auto &rows = viewport.layout().rows();
        QCOMPARE(rows.size(), 40U);
        QCOMPARE(viewport.layout().hiddenCount(), 2U);
        for (const auto &boxes : rows)
            QVERIFY(boxes.back().isRest());
        QCOMPARE(rows[20].size(), 1U);
        // They stand where their callers do, and are no wider than a pixel.
        const QImage image = graph().grab().toImage();
        const auto pixel = [&](int x, std::size_t row) {
            return image.pixel(x, viewport.topOf(row) + 3);
        };
        const int last = viewport.size().width() - 1;
        const QRgb nothing = m_state->theme().background.rgb();
        for (const std::size_t row : {1U, 12U}) {
            QVERIFY(pixel(last, row) != nothing);
            QCOMPARE(pixel(last - 1, row), nothing);
        }
        graph().resize(graph().width(), 41 * GraphViewport::rowHeight);
        QCOMPARE(graph().findChild<QScrollBar *>()->maximum(), 0);
        graph().resize(graph().width(), 400);
        QCOMPARE(graph().findChild<QScrollBar *>()->maximum(), 40 * GraphViewport::rowHeight - 400);
    }

    void whatIsTooNarrowTellsWhatItHolds()
    {
        show(largeAndDeep());
        GraphViewport &viewport = graph().viewport();
        const auto tip = [&](std::size_t row) {
            const auto hit = viewport.hitAt(pixelOfDeep(row));
            if (!hit)
                return QString();
            GraphBox box = hit->box;
            countCalls(*viewport.tree(), row, box);
            return toolTipText(*viewport.tree(), box);
        };
        QVERIFY2(tip(1).contains(QStringLiteral("2 call")), qPrintable(tip(1)));
        QVERIFY2(tip(1).contains(QStringLiteral("0.04 %")), qPrintable(tip(1)));
        QVERIFY2(tip(5).contains(QStringLiteral("2 call")), qPrintable(tip(5)));
        QVERIFY2(tip(20).contains(QStringLiteral("1 call")), qPrintable(tip(20)));
        QVERIFY2(tip(20).contains(QStringLiteral("0.02 %")), qPrintable(tip(20)));
        QVERIFY(!viewport.hitAt(pixelOfDeep(20) - QPoint(10, 0)));
    }

    void aDoubleClickLooksCloserAtWhatIsTooNarrow()
    {
        show(largeAndDeep());
        QTest::mouseDClick(&graph(), Qt::LeftButton, {}, pixelOfDeep(5));
        const GraphViewport &viewport = graph().viewport();
        QCOMPARE(viewport.layout().rows()[5].size(), 2U);
        QCOMPARE(row(5), QStringLiteral("near5 0% far5 0%"));
        QCOMPARE(selectedName(), QString());
        zoom().goBack();
        QVERIFY(zoom().showsAll());
    }

    void aDoubleClickLooksCloserAtThePlaceInMany()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        constexpr int calls = 20'000;
        for (int call = 0; call <= calls; ++call)
            builder.addSample(
                thread,
                {timestampFromNs(call), textStack(builder, "f" + std::to_string(call)), {}});
        show(builder.snapshot());
        QCOMPARE(graph().viewport().layout().rows()[0].size(), 1U);
        const TimeRange before = zoom().visible();
        const QPoint place(graph().viewport().size().width() / 4, 5);
        QTest::mouseDClick(&graph(), Qt::LeftButton, {}, place);
        const TimeRange after = zoom().visible();
        QCOMPARE(after.duration(), before.duration() / 10);
        QVERIFY(after.contains(wholeGraph.start + wholeGraph.duration() / 4));
    }

    void aWeightMayBeAValueOfTheFile()
    {
        ProfileBuilder builder(TimeOrigin::None);
        const auto thread = builder.addThread({});
        const auto space = builder.addValueType({builder.string("space"), builder.string("bytes")});
        const auto count = builder.addValueType({builder.string("n"), builder.string("count")});
        builder.addValueType({builder.string("heat"), builder.string("K"), ValueKind::Gauge});
        builder.setMainValue(space);
        const auto add = [&](const char *name, double bytes, double number) {
            builder.addSample(thread, {{}, textStack(builder, name), {}});
            builder.addSampleValue(thread, space, bytes);
            builder.addSampleValue(thread, count, number);
        };
        add("few", 900, 1);
        add("many", 100, 9);
        show(builder.snapshot());
        QCOMPARE(row(0), QStringLiteral("few 90% many 10%"));
        auto *weight = m_panel->findChild<QComboBox *>(QStringLiteral("weight"));
        QCOMPARE(weight->count(), 2); // a gauge does not add up
        weight->setCurrentIndex(1);
        EMBER_TRY(row(0) == QStringLiteral("many 90% few 10%"));
    }

    void itGrowsWithTheCapture()
    {
        ProfileBuilder builder;
        const auto thread = addTextThread(builder, "a b b\n");
        show(builder.snapshot());
        QCOMPARE(row(0), QStringLiteral("b 50% a 50%"));
        QTest::keyClick(&graph(), Qt::Key_Right);
        QCOMPARE(selectedName(), QStringLiteral("b"));
        const auto stack = builder.snapshot()->samples(thread).stacks[SampleIndex(0)];
        for (int sample = 3; sample < 6; ++sample)
            builder.addSample(thread, {timestampFromNs(sample * 10'000'000LL), stack, {}});
        m_state->update(buildSpans(builder.snapshot()));
        EMBER_TRY(row(0) == QStringLiteral("a 60% b 40%"));
        QCOMPARE(selectedName(), QStringLiteral("b"));
    }

    void anotherProfileShowsNothingOfTheFirst()
    {
        show(textProfile(picture));
        QTest::mouseDClick(&graph(), Qt::LeftButton, {}, pointOf(1, 1));
        m_state->open(buildSpans(textProfile("x x\n")));
        QVERIFY(!graph().viewport().tree());
        EMBER_TRY(row(0) == QStringLiteral("x 100%"));
        QVERIFY(zoom().showsAll());
        m_state->open(nullptr);
        QVERIFY(!graph().viewport().tree());
    }

    void itIsPaintedInBothShades_data()
    {
        QTest::addColumn<Shade>("shade");
        QTest::addColumn<QSize>("size");
        QTest::newRow("light") << Shade::Light << QSize(1400, 600);
        QTest::newRow("dark") << Shade::Dark << QSize(1400, 600);
        QTest::newRow("dark-small") << Shade::Dark << QSize(420, 180);
        QTest::newRow("light-small") << Shade::Light << QSize(420, 180);
    }

    void itIsPaintedInBothShades()
    {
        QFETCH(Shade, shade);
        QFETCH(QSize, size);
        useShade(*m_state, shade);
        show(syntheticProfile(), size);
        const QImage image = pictureOf(*m_panel, size);
        keepPicture(image, QStringLiteral("flamegraph"));
        QVERIFY(colourCount(image, 40) >= 40);
        QTest::keyClick(&graph(), Qt::Key_I);
        EMBER_TRY(graph().viewport().tree());
        keepPicture(pictureOf(*m_panel, size), QStringLiteral("callers"));
    }

private:
    // A function that takes nearly all, and two others with 20 and 40 levels.
    static ProfilePointer largeAndDeep()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        std::int64_t time = 0;
        const auto add = [&](const std::string &name, int levels, std::int64_t duration) {
            StackIndex stack = emptyStack;
            for (int level = 0; level < levels; ++level) {
                Function function;
                function.name = builder.string(name + std::to_string(level));
                Frame frame;
                frame.function = builder.function(function);
                stack = builder.stack(stack, builder.frame(frame));
            }
            builder.addSample(thread, {timestampFromNs(time), stack, {}});
            time += duration;
        };
        add("large", 1, 10'000);
        add("near", 20, 2);
        add("far", 40, 2);
        add("large", 1, 0);
        return builder.snapshot();
    }

    QPoint pixelOfDeep(std::size_t row)
    {
        const GraphViewport &viewport = graph().viewport();
        return {viewport.size().width() - 1, viewport.topOf(row) + GraphViewport::rowHeight / 2};
    }
};

EMBER_TEST(TstFlameGraph)
#include "tst_flamegraph.moc"
