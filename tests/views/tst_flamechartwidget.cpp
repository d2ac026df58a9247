// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"
#include "tests/views/picture.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/text/durationtext.h"
#include "views/text/frametext.h"

#include <QApplication>
#include <QBackingStore>
#include <QKeyEvent>
#include <QPaintEvent>
#include <QScrollBar>
#include <QSet>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

// How much of a widget its last paint event was about.
class RepaintedArea : public QObject {
public:
    int pixels = 0;

    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Paint) {
            pixels = 0;
            for (const QRect &part : static_cast<const QPaintEvent &>(*event).region())
                pixels += part.width() * part.height();
        }
        return false;
    }
};

} // namespace

class TstFlameChartWidget : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_state = std::make_unique<ViewState>();
        m_searcher = std::make_unique<Searcher>(*m_state);
        m_chart = std::make_unique<FlameChartWidget>(*m_state, *m_searcher);
        m_state->open(buildSpans(syntheticProfile({.threads = 3, .samplesPerThread = 400})));
        pictureOf(*m_chart, {800, 500});
    }

    void cleanup()
    {
        m_chart.reset();
        m_searcher.reset();
        m_state.reset();
    }

    void noKeyMeansTwoThings()
    {
        QSet<QString> seen;
        for (const ChartAction action : chartActions()) {
            for (const QKeySequence &key : KeyMap().keysOf(action)) {
                QVERIFY2(!seen.contains(key.toString()), qPrintable(key.toString()));
                seen.insert(key.toString());
            }
        }
    }

    // In the window itself: a picture taken of it would be painted anew.
    void thePointerLeavesNothingBehindAndRepaintsLittle()
    {
        RepaintedArea repainted;
        m_chart->installEventFilter(&repainted);
        for (const QPoint at : {QPoint(200, 60), QPoint(420, 100), QPoint(430, 200)}) {
            repainted.pixels = 0;
            QTest::mouseMove(m_chart.get(), at);
            EMBER_TRY(repainted.pixels > 0);
            QVERIFY(m_state->selection().cursor().has_value());
            QVERIFY(repainted.pixels < m_chart->width() * m_chart->height() / 4);
            const QImage seen = windowImage();
            m_chart->repaint();
            QVERIFY(seen == windowImage());
        }
    }

    void aMovedRangeLeavesTheScrollBarAlone()
    {
        auto *bar = m_chart->findChild<QScrollBar *>();
        RepaintedArea ofChart;
        RepaintedArea ofBar;
        m_chart->installEventFilter(&ofChart);
        bar->installEventFilter(&ofBar);
        const TimeRange whole = m_state->profile().range();
        m_state->zoom().follow({whole.start, whole.start + whole.duration() / 2});
        EMBER_TRY(ofChart.pixels > 0);
        QCOMPARE(ofChart.pixels, (m_chart->width() - bar->width()) * m_chart->height());
        QCOMPARE(ofBar.pixels, 0);
    }

    void everyActionHasAKeyAndWordsAndAnId()
    {
        for (int number = 0; number <= int(ChartAction::PeelOff); ++number) {
            const auto action = ChartAction(number);
            QVERIFY(!KeyMap().keyFor(action).isEmpty());
            QVERIFY(!describe(action).isEmpty());
            QVERIFY(chartActionOf(idOf(action)) == action);
        }
        QVERIFY(!chartActionOf(QStringLiteral("Nothing")));
    }

    void plusZoomsInWithAndWithoutShift()
    {
        const QKeyEvent plain(QEvent::KeyPress, Qt::Key_Plus, Qt::KeypadModifier);
        const QKeyEvent shifted(QEvent::KeyPress, Qt::Key_Plus, Qt::ShiftModifier);
        QVERIFY(KeyMap().actionFor(plain) == ChartAction::ZoomIn);
        QVERIFY(KeyMap().actionFor(shifted) == ChartAction::ZoomIn);
    }

    void otherKeysTakeThePlaceOfTheStandardOnes()
    {
        KeyMap keys;
        keys.setKeys(ChartAction::ZoomIn,
                     {QKeySequence(Qt::Key_S), QKeySequence(Qt::SHIFT | Qt::Key_Tab)});
        m_state->appearance().setKeyMap(keys);
        const auto whole = m_state->zoom().visible();
        QTest::keyClick(m_chart.get(), Qt::Key_W);
        QCOMPARE(m_state->zoom().visible(), whole);
        QTest::keyClick(m_chart.get(), Qt::Key_S);
        const auto closer = m_state->zoom().visible();
        QVERIFY(closer.duration() < whole.duration());
        const QKeyEvent backtab(QEvent::KeyPress, Qt::Key_Backtab, Qt::ShiftModifier);
        QVERIFY(keys.actionFor(backtab) == ChartAction::ZoomIn);
        QCOMPARE(keys.keyFor(ChartAction::ZoomOut), QKeySequence(Qt::Key_Minus));
    }

    void shiftAndArrowsWalkThroughCallsInOrder()
    {
        QTest::mouseClick(m_chart.get(), Qt::LeftButton, {}, rowPoint(0, 100));
        const auto first = m_state->selection().box();
        QTest::keyClick(m_chart.get(), Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(m_state->selection().box()->depth, 1U);
        QTest::keyClick(m_chart.get(), Qt::Key_Up, Qt::ShiftModifier);
        QVERIFY(m_state->selection().box() == first);
    }

    void keysZoomAndPan()
    {
        const auto whole = m_state->zoom().visible();
        QTest::keyClick(m_chart.get(), Qt::Key_W);
        const auto closer = m_state->zoom().visible();
        QVERIFY(closer.duration() < whole.duration());
        QTest::keyClick(m_chart.get(), Qt::Key_D);
        QVERIFY(m_state->zoom().visible().start > closer.start);
        QCOMPARE(m_state->zoom().visible().duration(), closer.duration());
        QTest::keyClick(m_chart.get(), Qt::Key_Home);
        QCOMPARE(m_state->zoom().visible().start, whole.start);
        QTest::keyClick(m_chart.get(), Qt::Key_End);
        QCOMPARE(m_state->zoom().visible().end, whole.end);
        QTest::keyClick(m_chart.get(), Qt::Key_0);
        QCOMPARE(m_state->zoom().visible(), whole);
    }

    void theWheelZoomsAtThePointerWithControl()
    {
        const auto before = m_chart->camera().scale.toTime(200);
        wheel({200, 100}, {0, 240}, Qt::ControlModifier);
        QVERIFY(!m_state->zoom().showsAll());
        const auto moved = m_chart->camera().scale.toX(before);
        QVERIFY2(std::abs(moved - 200) < 0.5, qPrintable(QString::number(moved)));
    }

    void theWheelScrollsAndPansWithShift()
    {
        auto *bar = m_chart->findChild<QScrollBar *>();
        m_state->threads().setAllCollapsed(Collapsed::No); // more than there is room for
        wheel({200, 100}, {0, -240}, Qt::NoModifier);
        QVERIFY(bar->value() > 0);
        QVERIFY(m_state->zoom().showsAll());
        m_state->zoom().zoomAt(m_state->profile().origin(), 4);
        const auto visible = m_state->zoom().visible();
        wheel({200, 100}, {0, -240}, Qt::ShiftModifier);
        QVERIFY(m_state->zoom().visible().start > visible.start);
    }

    void aClickSelectsAndADoubleClickFits()
    {
        const QPoint root = rowPoint(0, 100);
        QTest::mouseClick(m_chart.get(), Qt::LeftButton, {}, root);
        QVERIFY(m_state->selection().box().has_value());
        QTest::keyClick(m_chart.get(), Qt::Key_Down);
        QCOMPARE(m_state->selection().box()->depth, 1U);
        m_state->zoom().zoomAt(m_state->profile().origin(), 50);
        QTest::keyClick(m_chart.get(), Qt::Key_F);
        const auto range = rangeOf(*m_state->spans(), *m_state->selection().box());
        const auto visible = m_state->zoom().visible();
        QVERIFY(visible.start <= range.start && visible.end >= range.end);
        QTest::keyClick(m_chart.get(), Qt::Key_Backspace);
        QVERIFY(m_state->zoom().visible() != visible);
    }

    void draggingABoxPans()
    {
        m_state->zoom().zoomAt(m_state->profile().origin(), 4);
        m_state->zoom().panBy(m_state->zoom().visible().duration());
        const auto before = m_state->zoom().visible();
        const int distance = QApplication::startDragDistance() + 40;
        QPoint from = rowPoint(0, 300);
        QTest::mousePress(m_chart.get(), Qt::LeftButton, Qt::ShiftModifier, from);
        QTest::mouseMove(m_chart.get(), from - QPoint(distance / 2, 0));
        QTest::mouseMove(m_chart.get(), from - QPoint(distance, 0));
        QTest::mouseRelease(m_chart.get(), Qt::LeftButton, {}, from - QPoint(distance, 0));
        QVERIFY(m_state->zoom().visible().start > before.start);
        QVERIFY(!m_state->selection().range());
    }

    void draggingWithControlSelectsARange()
    {
        QTest::mousePress(m_chart.get(), Qt::LeftButton, Qt::ControlModifier, rowPoint(0, 100));
        QTest::mouseMove(m_chart.get(), rowPoint(0, 180));
        QTest::mouseMove(m_chart.get(), rowPoint(0, 300));
        QTest::mouseRelease(m_chart.get(), Qt::LeftButton, {}, rowPoint(0, 300));
        QVERIFY(m_state->selection().range().has_value());
        const auto scale = m_chart->camera().scale;
        QVERIFY(std::abs(scale.toX(m_state->selection().range()->start) - 100) < 1);
        QVERIFY(std::abs(scale.toX(m_state->selection().range()->end) - 300) < 1);
        QTest::keyClick(m_chart.get(), Qt::Key_Escape);
        QVERIFY(!m_state->selection().range());
    }

    void aDoubleClickOnAStripFoldsTheThread()
    {
        const auto thread = m_chart->chartLayout().lanes().front().thread;
        QTest::mouseDClick(m_chart.get(), Qt::LeftButton, {}, {60, 4});
        QVERIFY(m_state->threads().isCollapsed(thread));
        QTest::mouseDClick(m_chart.get(), Qt::LeftButton, {}, {60, 4});
        QVERIFY(!m_state->threads().isCollapsed(thread));
    }

    void commaAndPeriodStepThroughCallsOfOneFunction()
    {
        const auto thread = m_chart->chartLayout().lanes().front().thread;
        m_state->selection().select(BoxReference{thread, 3, BoxIndex(2)});
        const auto &spans = *m_state->spans();
        const auto identity = spans.path(boxAt(spans, *m_state->selection().box()).path).identity;
        const auto first = m_state->selection().box();
        QTest::keyClick(m_chart.get(), Qt::Key_Period);
        QVERIFY(m_state->selection().box() != first);
        QVERIFY(spans.path(boxAt(spans, *m_state->selection().box()).path).identity == identity);
        QTest::keyClick(m_chart.get(), Qt::Key_Comma);
        QVERIFY(m_state->selection().box() == first);
    }

    void searchFindsCountsAndWalks()
    {
        m_state->selection().setSearchText(QStringLiteral("glyph"));
        EMBER_TRY(m_state->selection().matches().isActive());
        const auto count = m_state->selection().matches().boxes;
        QVERIFY(count > 2);
        QSignalSpy selected(&m_state->selection(), &ViewSelection::boxChanged);
        QSet<QString> seen;
        for (std::uint64_t step = 0; step < count; ++step) {
            m_searcher->goToMatch(Direction::Forward);
            // Thousands of them: no pause of EMBER_TRY's between.
            QVERIFY(selected.wait(int(std::chrono::milliseconds(patience).count())));
            const auto &box = *m_state->selection().box();
            seen.insert(
                QStringLiteral("%1/%2/%3").arg(box.thread.row()).arg(box.depth).arg(box.box.row()));
            const auto frame = m_state->spans()->frame(boxAt(*m_state->spans(), box));
            QVERIFY(m_state->selection().matches().contains(frame));
        }
        QCOMPARE(static_cast<std::uint64_t>(seen.size()), count);
        QCOMPARE(static_cast<std::uint64_t>(selected.count()), count);
    }

    // However fast they are asked for.
    void stepsThroughMatchesAreAllGone()
    {
        m_state->selection().setSearchText(QStringLiteral("glyph"));
        EMBER_TRY(m_state->selection().matches().isActive());
        QVERIFY(m_state->selection().matches().boxes > 3);
        const QSignalSpy selected(&m_state->selection(), &ViewSelection::boxChanged);
        m_searcher->goToMatch(Direction::Forward);
        EMBER_TRY(selected.count() == 1);
        const auto first = m_state->selection().box();
        m_searcher->goToMatch(Direction::Forward);
        m_searcher->goToMatch(Direction::Forward);
        m_searcher->goToMatch(Direction::Backward);
        m_searcher->goToMatch(Direction::Backward);
        EMBER_TRY(selected.count() == 5);
        QCOMPARE(m_state->selection().box(), first);
        m_searcher->goToMatch(Direction::Forward);
        m_state->selection().setSearchText(QStringLiteral("nothing of that name"));
        EMBER_TRY(m_state->selection().matches().text == m_state->selection().searchText());
        QCOMPARE(m_state->selection().box(), first);
    }

    void theToolTipTellsNameTimeAndPlace()
    {
        const auto thread = m_chart->chartLayout().lanes().front().thread;
        const BoxReference box{thread, 0, BoxIndex(0)};
        const QString text = toolTipText(*m_state->spans(), box, std::chrono::milliseconds(10));
        const auto count = samplesOf(*m_state->spans(), box);
        QVERIFY(text.contains(QStringLiteral("seen in %1").arg(samplesText(count))));
        QVERIFY(text.contains(QStringLiteral("± 10")));
        QVERIFY(text.contains(QStringLiteral("<b>")));
        QVERIFY(text.contains(QStringLiteral(".cpp:")));
    }

    void theToolTipTellsWhatTheThreadDid()
    {
        ProfileBuilder builder;
        const auto stack = builder.stack(emptyStack, builder.frame({}));
        const auto thread = builder.addThread({});
        constexpr SystemCall futex{202};
        const auto add = [&](int ms, ThreadState state, SystemCall call = noSystemCall) {
            builder.addSample(
                thread,
                {timestampFromNs(ms * 1'000'000LL), stack, SampleDetail{0, 0, state, call}});
        };
        add(0, ThreadState::Blocked, futex);
        add(10, ThreadState::Blocked, futex);
        add(20, ThreadState::Running);
        add(30, ThreadState::Blocked); // in no call
        add(40, ThreadState::Running); // the last one opens no box
        const auto spans = buildSpans(builder.snapshot());
        const BoxReference box{thread, 0, BoxIndex(0)};
        const auto expected = QStringLiteral("running %1, blocked in futex %2, blocked %1")
                                  .arg(percentText(0.25), percentText(0.5));
        QVERIFY(toolTipText(*spans, box, std::chrono::milliseconds(10)).contains(expected));
        const auto rows =
            callDetails(*spans, box, timestampFromNs(0), std::chrono::milliseconds(10));
        QVERIFY(std::ranges::any_of(rows, [&](const auto &row) { return row.value == expected; }));
    }

    void nothingOpenPaintsAnInvitation()
    {
        m_state->open(nullptr);
        const QImage picture = m_chart->grab().toImage();
        QVERIFY(colourCount(picture, 3) >= 3);
        QTest::keyClick(m_chart.get(), Qt::Key_W);
        QTest::mouseClick(m_chart.get(), Qt::LeftButton, {}, {60, 60});
    }

    void aSharpScreenGetsAsManyPixels()
    {
        QImage picture(QSize(1600, 1000), QImage::Format_RGB32);
        picture.setDevicePixelRatio(2);
        m_chart->render(&picture);
        QVERIFY(colourCount(picture, 30) >= 30);
    }

private:
    // In row `depth` of the first lane, at x.
    QPoint rowPoint(std::size_t depth, int x) const
    {
        const ChartLayout &layout = m_chart->chartLayout();
        return {x, layout.rowTop(layout.lanes().front(), depth) + 5};
    }

    // What the window shows.
    QImage windowImage() const
    {
        return static_cast<const QImage *>(m_chart->backingStore()->paintDevice())->copy();
    }

    void wheel(QPointF at, QPoint angle, Qt::KeyboardModifiers modifiers)
    {
        QWheelEvent event(at, m_chart->mapToGlobal(at), {}, angle, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(m_chart.get(), &event);
    }

    std::unique_ptr<ViewState> m_state;
    std::unique_ptr<Searcher> m_searcher;
    std::unique_ptr<FlameChartWidget> m_chart;
};

EMBER_TEST(TstFlameChartWidget)
#include "tst_flamechartwidget.moc"
