// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/patience.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/picture.h"
#include "tests/views/sidebysidetest.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/jobs/viewthreads.h"
#include "views/state/baselinechoice.h"
#include "views/tracks/minimapwidget.h"
#include "views/tracks/timeaxis.h"

#include <QAction>
#include <QDoubleSpinBox>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>
#include <QToolButton>

#include <chrono>
#include <cmath>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;
using namespace std::chrono_literals;

namespace {

class Paints : public QObject {
public:
    int count = 0;

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        count += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }
};

} // namespace

// Two charts on one time axis, whose clocks differ.
class TstSideBySide : public SideBySideTest {
    Q_OBJECT

private slots:
    void bothStartsStandAboveEachOther()
    {
        show(now(), earlier());
        QCOMPARE(aligned().offset(), Nanoseconds(4900ms));
        QCOMPARE(aligned().shift(), Nanoseconds(0));
        QCOMPARE(chart().camera().scale.width(), m_view->chart().camera().scale.width());
        for (const int moment : {0, 30, 60})
            QCOMPARE(below(100 + moment), above(5000 + moment));
        // All of both: the longer one ends later.
        QCOMPARE(m_open->zoom().visible(), milliseconds(5000, 5090));
        QCOMPARE(baseline().zoom().visible(), milliseconds(100, 190));
    }

    void bothChartsAreAlikeHigh()
    {
        show(now(), earlier());
        m_view->resize(700, 400);
        QCoreApplication::processEvents();
        QVERIFY(chart().height() > 100);
        QVERIFY(std::abs(chart().height() - m_view->chart().height()) <= 4);
    }

    void theZoomReachesTheEndOfTheLongerOne()
    {
        show(earlier(), now());
        QCOMPARE(m_open->zoom().limits(), milliseconds(100, 190));
        QCOMPARE(m_open->zoom().visible(), milliseconds(100, 190));
        QCOMPARE(m_open->profile().range(), milliseconds(100, 170));
        QCOMPARE(m_open->profile().origin(), timestampFromNs(100'000'000));
        m_view->setSideBySide(SideBySide::No);
        QCOMPARE(m_open->zoom().limits(), milliseconds(100, 170));
        QCOMPARE(m_open->zoom().visible(), milliseconds(100, 170));
    }

    void zoomAndPanGoTogetherWhicheverChartIsMoved()
    {
        show(now(), earlier());
        QTest::keyClick(&m_view->chart(), Qt::Key_W);
        QVERIFY(m_open->zoom().visible().duration() < 90ms);
        QVERIFY(areInStep());
        const auto before = m_open->zoom().visible();
        QTest::keyClick(&chart(), Qt::Key_W);
        QTest::keyClick(&chart(), Qt::Key_D);
        QVERIFY(m_open->zoom().visible().duration() < before.duration());
        QVERIFY(m_open->zoom().visible().start > before.start);
        QVERIFY(areInStep());
        // Not beyond the ends of both.
        for (int i = 0; i < 20; ++i)
            QTest::keyClick(&chart(), Qt::Key_A);
        QCOMPARE(m_open->zoom().visible().start, timestampFromNs(5'000'000'000));
        QVERIFY(areInStep());
        QTest::keyClick(&chart(), Qt::Key_0);
        QCOMPARE(m_open->zoom().visible(), milliseconds(5000, 5090));
        QVERIFY(areInStep());
        QTest::keyClick(&m_view->chart(), Qt::Key_Backspace);
        QVERIFY(areInStep());
    }

    void theCrossHairIsInBoth()
    {
        show(now(), earlier());
        m_open->selection().setCursor(timestampFromNs(5'020'000'000));
        QCOMPARE(baseline().selection().cursor(), timestampFromNs(120'000'000));
        QTest::mouseMove(&chart(), {300, 60});
        EMBER_TRY(baseline().selection().cursor()
                  && m_open->selection().cursor()
                      == *baseline().selection().cursor() + aligned().offset());
        baseline().selection().setCursor(std::nullopt);
        QVERIFY(!m_open->selection().cursor());
    }

    void theRulerSlidesTheBaselineAndAShiftCanBeTyped()
    {
        show(now(), earlier());
        const auto visible = m_open->zoom().visible();
        const double start = below(100);
        QWidget *ruler = m_view->baseline()->findChild<TimeAxis *>()->findChild<QWidget *>();
        QTest::mousePress(ruler, Qt::LeftButton, {}, {200, 10});
        QTest::mouseMove(ruler, {250, 10});
        QTest::mouseMove(ruler, {290, 10});
        QTest::mouseRelease(ruler, Qt::LeftButton, {}, {290, 10});
        QTest::mouseMove(ruler, {400, 10}); // it is let go of
        QCOMPARE(m_open->zoom().visible(), visible);
        QVERIFY2(std::abs(below(100) - start - 90) < 0.5, qPrintable(QString::number(below(100))));
        QVERIFY(areInStep());
        QVERIFY(std::abs(shift().value() - double(aligned().shift().count()) / 1e6) < 0.001);

        shift().setValue(-12.5);
        QCOMPARE(aligned().shift(), Nanoseconds(-12'500us));
        QCOMPARE(m_open->zoom().limits().start, timestampFromNs(4'987'500'000));
        QVERIFY(areInStep());
        QTest::mouseDClick(ruler, Qt::LeftButton, {}, {200, 10});
        QCOMPARE(aligned().shift(), Nanoseconds(0));
        QCOMPARE(shift().value(), 0.0);
    }

    // What was computed for another time stands there until the new answer comes.
    void theMinimapIsPaintedAnewWhenTheBaselineIsShifted()
    {
        show(now(), earlier());
        MinimapWidget minimap(*m_open);
        pictureOf(minimap, {900, 39});
        const auto visible = m_open->zoom().visible();
        Paints paints;
        QSemaphore free;
        for (int thread = 0; thread < backgroundPool().maxThreadCount(); ++thread)
            startInBackground([&free] { free.acquire(); });
        minimap.installEventFilter(&paints);
        shift().setValue(-12.5);
        QCoreApplication::processEvents();
        const int count = paints.count;
        free.release(backgroundPool().maxThreadCount());
        backgroundPool().waitForDone();
        QCOMPARE(m_open->zoom().visible(), visible);
        QCOMPARE_GT(count, 0);
    }

    void theShiftCountsFromARangeOnlyWhileItIsSelected()
    {
        m_open->open(now());
        m_open->baseline().set(earlier(), QStringLiteral("before"));
        m_open->selection().selectRange(milliseconds(5010, 5030));
        enter();
        QCOMPARE(aligned().offset(), Nanoseconds(4910ms));
        shift().setValue(5);
        m_open->selection().selectRange(std::nullopt);
        QCOMPARE(aligned().offset(), Nanoseconds(4915ms)); // nothing moves
        QCOMPARE(shift().value(), 15.0);
        shift().setValue(0);
        QCOMPARE(below(100), above(5000));
    }

    void twoRangesOfOneProfileBeginAtTheSamePlace()
    {
        m_open->open(now());
        m_open->selection().selectRange(milliseconds(5000, 5010));
        m_open->baseline().setSelection(QStringLiteral("it"));
        m_open->selection().selectRange(milliseconds(5030, 5070));
        enter();
        QCOMPARE(aligned().offset(), Nanoseconds(30ms));
        QCOMPARE(baseline().selection().range(), milliseconds(5000, 5010));
        QCOMPARE(below(5000), above(5030));
        QCOMPARE(m_open->zoom().visible(), milliseconds(5028, 5072)); // both, and a little around
        EMBER_TRY(
            totals().startsWith(QStringLiteral("All calls: 1.00 s/s → 1.00 s/s, 0 ns/s, ×1.00")));
        QVERIFY2(!totals().contains(QStringLiteral("noise")), qPrintable(totals()));

        // Each chart has its own range; the one below is the baseline's.
        baseline().selection().selectRange(milliseconds(5010, 5030));
        QCOMPARE(m_open->baseline().baseline()->range, milliseconds(5010, 5030));
        QCOMPARE(m_open->selection().range(), milliseconds(5030, 5070));
        QVERIFY(label("baseline").contains(QStringLiteral("it from +0.01 s on, 20.0 ms")));
        action("alignStarts").trigger();
        QCOMPARE(aligned().offset(), Nanoseconds(20ms));
        EMBER_TRY(totals().startsWith(QStringLiteral("All calls: 1.00 s/s → 1.00 s/s")));
    }

    void selectedCallsCanBeAligned()
    {
        show(now(), earlier());
        QVERIFY(!aligned().alignCalls());
        m_open->selection().select(call(*m_open, "work", 5050));
        baseline().selection().select(call(baseline(), "work", 105));
        QVERIFY(aligned().alignCalls());
        QCOMPARE(below(100), above(5030));
        QCOMPARE(aligned().shift(), Nanoseconds(30ms));

        // The nearest one of the same function, where none is selected.
        aligned().alignStarts();
        baseline().selection().select(std::nullopt);
        action("alignCalls").trigger();
        QCOMPARE(baseline().selection().box(), call(baseline(), "work", 135));
        QCOMPARE(aligned().shift(), Nanoseconds(0));
        m_open->selection().select(std::nullopt);
        baseline().selection().select(call(baseline(), "rest", 115));
        QVERIFY(aligned().alignCalls());
        QCOMPARE(m_open->selection().box(), call(*m_open, "rest", 5015));
        m_open->selection().select(std::nullopt);
        baseline().selection().select(call(baseline(), "gone", 155));
        QVERIFY(!aligned().alignCalls());
    }

    // The first samples come after the chart; then it grows, and the end is followed.
    void aRunIsComparedWithTheLastOneWhileItGrows()
    {
        ProfileBuilder builder;
        SpanBuilder spans;
        m_open->open(spans.update(builder.snapshot()));
        m_open->zoom().setFollowing(Follow::Yes);
        m_open->baseline().set(earlier(), QStringLiteral("last run"));
        enter();
        addTextThread(builder, "7000 7010 7020\nmain main main\nwork work work\n");
        m_open->update(spans.update(builder.snapshot()));
        QCOMPARE(aligned().offset(), Nanoseconds(6900ms));
        QVERIFY(areInStep());
        builder.addSample(ThreadIndex(0), {timestampFromNs(60'000'000'000), emptyStack, {}});
        m_open->update(spans.update(builder.snapshot()));
        QCOMPARE(aligned().offset(), Nanoseconds(6900ms));
        QCOMPARE(m_open->zoom().following(), Follow::Yes);
        QCOMPARE(m_open->zoom().visible().end, m_open->profile().range().end);
        QVERIFY(areInStep());
    }

    void anotherProfileIsAlignedAnew()
    {
        show(now(), earlier());
        aligned().setShift(5ms);
        m_open->open(buildSpans(textProfile("900 910 920\nmain main main\n")));
        QCOMPARE(aligned().offset(), Nanoseconds(800ms));
        QCOMPARE(m_open->zoom().visible(), milliseconds(900, 970));
        QVERIFY(areInStep());
        m_open->baseline().set(buildSpans(textProfile("50 60\nmain main\n")),
                               QStringLiteral("another"));
        QCOMPARE(aligned().offset(), Nanoseconds(850ms));
        QVERIFY(label("baseline").contains(QStringLiteral("another")));
    }

    void leavingLeavesNothingBehind()
    {
        show(now(), earlier());
        m_open->selection().select(call(*m_open, "work", 5050));
        chart().setFocus();
        const QSignalSpy asked(m_view->baseline(), &BaselineTimeline::closeRequested);
        m_view->baseline()->findChild<QToolButton *>(QStringLiteral("leave"))->click();
        EMBER_TRY(asked.count() == 1);
        m_view->setSideBySide(SideBySide::No);
        QVERIFY(!m_view->baseline());
        QVERIFY(m_open->selection().outlined().empty());
        QCOMPARE(m_open->zoom().limits(), m_open->profile().range());
        QCOMPARE(m_view->focusWidget(), &m_view->chart());
        QVERIFY(m_open->baseline().baseline()); // that is another matter
    }
};

EMBER_TEST(TstSideBySide)
#include "tst_sidebyside.moc"
