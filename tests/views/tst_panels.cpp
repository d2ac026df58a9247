// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/picture.h"
#include "views/details/detailspanel.h"
#include "views/details/propertiespanel.h"
#include "views/lists/outputpanel.h"
#include "views/search/searchbar.h"
#include "views/state/sumsquery.h"
#include "views/state/timescale.h"
#include "views/text/durationtext.h"
#include "views/threads/threadmodel.h"
#include "views/threads/threadspanel.h"
#include "views/tracks/minimapwidget.h"
#include "views/tracks/timeaxis.h"
#include "views/widgets/elidedlabel.h"

#include <qcustomplot.h>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTreeView>
#include <QTreeWidget>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

QString textOf(const QTreeWidget &tree)
{
    QStringList lines;
    for (QTreeWidgetItemIterator at(const_cast<QTreeWidget *>(&tree)); *at; ++at)
        lines << (*at)->text(0) + QStringLiteral(": ") + (*at)->text(1);
    return lines.join(QLatin1Char('\n'));
}

} // namespace

class TstPanels : public QObject {
    Q_OBJECT

private slots:
    void theMinimapWindowCanBeDragged()
    {
        ViewState state;
        state.open(buildSpans(syntheticProfile({.threads = 2})));
        MinimapWidget minimap(state);
        pictureOf(minimap, {1000, 48});
        const TimeScale whole(state.profile().range(), 1000);
        state.zoom().show({whole.toTime(100), whole.toTime(300)});
        drag(minimap, {200, 20}, {400, 20});
        QVERIFY(std::abs(whole.toX(state.zoom().visible().start) - 300) < 2);
        QVERIFY(std::abs(whole.toX(state.zoom().visible().end) - 500) < 2);
        drag(minimap, {500, 20}, {700, 20});
        QVERIFY(std::abs(whole.toX(state.zoom().visible().start) - 300) < 2);
        QVERIFY(std::abs(whole.toX(state.zoom().visible().end) - 700) < 2);
        drag(minimap, {800, 20}, {900, 20});
        QVERIFY(std::abs(whole.toX(state.zoom().visible().start) - 800) < 2);
    }

    void theMinimapFollowsAGrowingProfile()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        const auto busy = builder.stack(emptyStack, builder.frame({}));
        std::int64_t count = 0;
        const auto addHundred = [&](StackIndex stack) {
            for (const auto end = count + 100; count < end; ++count)
                builder.addSample(thread, {timestampFromNs(count * 10'000'000), stack, {}});
        };
        SpanBuilder spans;
        addHundred(busy);
        ViewState state;
        state.open(spans.update(builder.snapshot()));
        MinimapWidget minimap(state);
        const QPoint late(750, 24);
        const QRgb busyColour = pictureOf(minimap, {1000, 48}).pixel(late);
        QVERIFY(busyColour != state.theme().surface.rgb());
        for (int update = 0; update < 5; ++update) {
            addHundred(emptyStack);
            state.update(spans.update(builder.snapshot()));
        }
        state.zoom().showAll();
        EMBER_TRY(minimap.grab().toImage().pixel(late) == state.theme().surface.rgb());
        QCOMPARE(minimap.grab().toImage().pixel(100, 24), busyColour);
    }

    void theMinimapShowsWhereAThreadOnlyWaits()
    {
        ProfileBuilder builder;
        const auto busy = builder.addThread({});
        const auto waiter = builder.addThread({});
        const auto stack = builder.stack(emptyStack, builder.frame({}));
        for (std::int64_t row = 0; row < 100; ++row) {
            const auto time = timestampFromNs(row * 10'000'000);
            builder.addSample(busy,
                              {time, stack, SampleDetail{10'000'000, 0, ThreadState::Running}});
            if (row >= 50)
                builder.addSample(waiter, {time, stack, SampleDetail{0, 0, ThreadState::Blocked}});
        }
        ViewState state;
        state.open(buildSpans(builder.snapshot()));
        MinimapWidget minimap(state);
        const QRgb nothing = state.theme().surface.rgb();
        const QPoint early(250, 24);
        const QPoint late(750, 24);
        const QRgb busyColour = pictureOf(minimap, {1000, 48}).pixel(late);
        state.threads().showOnly({waiter});
        EMBER_TRY(minimap.grab().toImage().pixel(early) == nothing);
        const QRgb pale = minimap.grab().toImage().pixel(late);
        QCOMPARE_GE(contrast(pale, nothing), 1.7);
        QVERIFY(pale != busyColour);
    }

    // The first half is spent in draw, the second in parse.
    void theMinimapShowsWhatTheFiltersLeaveAndPalerTheRest()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        const auto draw = textStack(builder, "draw");
        const auto parse = textStack(builder, "parse");
        for (int row = 0; row < 100; ++row)
            builder.addSample(thread,
                              {timestampFromNs(row * 10'000'000LL), row < 50 ? draw : parse, {}});
        ViewState state;
        state.open(buildSpans(builder.snapshot()));
        MinimapWidget minimap(state);
        const QPoint early(250, 24);
        const QPoint late(750, 24);
        const QRgb busy = pictureOf(minimap, {1000, 48}).pixel(late);
        state.sums().filters().add({CallAction::Only, {CallTest::By::Name, "draw"}});
        EMBER_TRY(minimap.grab().toImage().pixel(late) != busy);
        const QRgb rest = minimap.grab().toImage().pixel(late);
        QVERIFY(rest != state.theme().surface.rgb());
        QCOMPARE(minimap.grab().toImage().pixel(early), busy);
        QVERIFY(minimap.toolTip().contains(QStringLiteral("filters leave")));
        state.sums().filters().clear();
        EMBER_TRY(minimap.grab().toImage().pixel(late) == busy);
        QVERIFY(!minimap.toolTip().contains(QStringLiteral("filters leave")));
    }

    void theMinimapHasNoSeams_data()
    {
        QTest::addColumn<double>("ratio");
        for (const double ratio : {1.0, 1.25, 1.5, 2.0})
            QTest::addRow("at %g pixels per point", ratio) << ratio;
    }

    void theMinimapHasNoSeams()
    {
        QFETCH(const double, ratio);
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        const auto busy = builder.stack(emptyStack, builder.frame({}));
        for (std::int64_t count = 0; count < 1000; ++count)
            builder.addSample(thread, {timestampFromNs(count * 10'000'000), busy, {}});
        ViewState state;
        state.open(buildSpans(builder.snapshot()));
        MinimapWidget minimap(state);
        const auto taken = [&](int width) {
            minimap.resize(width, 48);
            QImage picture((QSizeF(width, 48) * ratio).toSize(), QImage::Format_RGB32);
            picture.setDevicePixelRatio(ratio);
            minimap.render(&picture);
            return picture;
        };
        pictureOf(minimap, {1000, 48});
        const auto middle = [](const QImage &picture) {
            return picture.pixel(picture.width() / 2, picture.height() / 2);
        };
        EMBER_TRY(middle(taken(1000)) != state.theme().surface.rgb());
        const QRgb colour = middle(taken(1000));
        for (int width = 600; width < 1100; width += 7) {
            const QImage picture = taken(width);
            for (int x = 0; x < picture.width() * 9 / 10; ++x)
                QCOMPARE(picture.pixel(x, picture.height() / 2), colour);
        }
    }

    void aDragOnTheAxisSelectsARange()
    {
        ViewState state;
        state.open(buildSpans(syntheticProfile({.threads = 1})));
        TimeAxis axis(state);
        pictureOf(axis, {1000, 34});
        auto *plot = axis.findChild<QWidget *>();
        drag(*plot, {250, 10}, {500, 10});
        QVERIFY(state.selection().range().has_value());
        const TimeScale scale(state.zoom().visible(), 1000);
        QVERIFY(std::abs(scale.toX(state.selection().range()->start) - 250) < 1);
        QVERIFY(std::abs(scale.toX(state.selection().range()->end) - 500) < 1);
        QTest::mouseDClick(plot, Qt::LeftButton, {}, {300, 10});
        QVERIFY(!state.selection().range());
    }

    void theAxisOfAProfileWithoutTimeHasNoTimes()
    {
        ProfileBuilder builder(TimeOrigin::None);
        builder.addSample(builder.addThread({}), {{}, emptyStack, {}});
        ViewState state;
        TimeAxis axis(state);
        state.open(buildSpans(syntheticProfile({.threads = 1})));
        const QImage timed = pictureOf(axis, {1000, 34});
        state.open(buildSpans(builder.snapshot()));
        const auto ticks = axis.findChild<QCustomPlot *>()->xAxis2;
        QVERIFY(!ticks->ticks());
        QVERIFY(colourCount(pictureOf(axis, {1000, 34}), 100) < colourCount(timed, 100));
        state.open(buildSpans(syntheticProfile({.threads = 1})));
        QVERIFY(ticks->ticks());
    }

    void aClickOnALineGoesToItsTime()
    {
        ViewState state;
        state.open(buildSpans(syntheticProfile({.threads = 1, .events = true})));
        OutputPanel panel(state.profile(), state.zoom(), state.selection());
        pictureOf(panel, {500, 200});
        auto *view = panel.findChild<QTableView *>();
        QCOMPARE(view->model()->rowCount(), 2);
        state.zoom().zoomAt(state.profile().origin(), 100);
        const QPoint second = view->visualRect(view->model()->index(1, 1)).center();
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, second);
        QVERIFY(state.selection().cursor().has_value());
        QVERIFY(state.zoom().visible().contains(*state.selection().cursor()));
    }

    void aPanelWithoutOutputTellsWhy()
    {
        ViewState state;
        state.open(buildSpans(syntheticProfile({.threads = 1})));
        OutputPanel panel(state.profile(), state.zoom(), state.selection());
        pictureOf(panel, {500, 200});
        auto *hint = panel.findChild<QLabel *>();
        QVERIFY(hint->isVisible());
        QVERIFY(!panel.findChild<QTableView *>()->isVisible());
        state.open(buildSpans(syntheticProfile({.threads = 1, .events = true})));
        QVERIFY(!hint->isVisible());
        QVERIFY(panel.findChild<QTableView *>()->isVisible());
    }

    void aLineWithoutRoomEndsInAnEllipsis()
    {
        ElidedLabel label(Qt::ElideMiddle);
        label.setText(QStringLiteral("/usr/include/c++/12/bits/stl_algo.h"));
        label.resize(600, 20);
        QCOMPARE(label.shownText(), label.text());
        label.resize(120, 20);
        QVERIFY(label.shownText().size() < label.text().size());
        QVERIFY(label.shownText().endsWith(QStringLiteral(".h")));
        QVERIFY(colourCount(pictureOf(label, {120, 20}), 2) >= 2);
    }

    void aLineShowsItsBreaksAsSigns()
    {
        ElidedLabel label(Qt::ElideRight);
        label.setText(QStringLiteral("sh -c a"));
        const int high = label.sizeHint().height();
        label.setText(QStringLiteral("sh -c a\nb\r\nc\rd\u2028e"));
        QCOMPARE(label.sizeHint().height(), high);
        QCOMPARE(label.minimumSizeHint().height(), high);
        label.resize(600, 20);
        QCOMPARE(label.shownText(), QStringLiteral("sh -c a↵b↵c↵d↵e"));
        label.resize(label.sizeHint());
        QCOMPARE(label.shownText(), QStringLiteral("sh -c a↵b↵c↵d↵e"));
    }

    void theThreadsOfANarrowDockShowWhenTheyRan()
    {
        ViewState state;
        state.open(buildSpans(syntheticProfile({.threads = 3})));
        ThreadsPanel panel(state);
        auto *view = panel.findChild<QTreeView *>();
        for (const int width : {300, 34 * view->fontMetrics().averageCharWidth() - 20}) {
            pictureOf(panel, {width, 200});
            const int running = view->columnViewportPosition(ThreadModel::Running);
            QVERIFY2(running + view->columnWidth(ThreadModel::Running) <= view->viewport()->width(),
                     qPrintable(QString::number(width)));
        }
    }

    void detailsTellCallFunctionCodeAndCallers()
    {
        ViewState state;
        state.open(buildSpans(syntheticProfile({.threads = 2})));
        DetailsPanel panel(state);
        auto *tree = panel.findChild<QTreeWidget *>();
        QCOMPARE(tree->topLevelItemCount(), 0);
        state.selection().select(BoxReference{state.threads().all().front(), 2, BoxIndex(0)});
        QCOMPARE(tree->topLevelItemCount(), 4);
        EMBER_TRY(!textOf(*tree).contains(QStringLiteral("Total time: …")));
        QVERIFY(textOf(*tree).contains(QStringLiteral("Self time")));
        QVERIFY(textOf(*tree).contains(QStringLiteral("Module")));
        QCOMPARE(tree->topLevelItem(3)->childCount(), 2);
        EMBER_TRY(textOf(*tree).contains(QStringLiteral("of all threads")));
        CallFilter filter;
        filter.calls.by = CallTest::By::Name;
        filter.calls.text = frameName(*state.spans()->profile(), state.selection().function());
        filter.action = CallAction::Only;
        state.sums().filters().add(filter);
        EMBER_TRY(textOf(*tree).contains(QStringLiteral("of what the filters leave")));
        state.open(nullptr);
        QCOMPARE(tree->topLevelItemCount(), 0);
    }

    void theThreadsColumnsFitTheirPanel()
    {
        ViewState state;
        state.open(buildSpans(syntheticProfile({.threads = 3})));
        ThreadsPanel panel(state);
        auto *view = panel.findChild<QTreeView *>();
        for (const int width : {260, 400}) {
            pictureOf(panel, {width, 300});
            int shown = 0;
            for (int column = 0; column < view->model()->columnCount(); ++column)
                shown += view->columnWidth(column);
            QCOMPARE(shown, view->viewport()->width());
        }
        // No row is longer than the list is wide; what a wider one has room for comes.
        int before = 0;
        for (const int width : {150, 400, 600, 800, 1200}) {
            pictureOf(panel, {width, 300});
            QVERIFY(!view->horizontalScrollBar()->isVisible());
            int shown = 0;
            for (int column = 0; column < view->model()->columnCount(); ++column)
                shown += view->isColumnHidden(column) ? 0 : 1;
            QVERIFY2(shown > before || before == view->model()->columnCount(),
                     qPrintable(QString::number(width)));
            before = shown;
        }
        QCOMPARE(before, view->model()->columnCount());
        view->setColumnWidth(ThreadModel::Name, 120);
        pictureOf(panel, {500, 300});
        QCOMPARE(view->columnWidth(ThreadModel::Name), 120);
    }

    void propertiesListWhatTheProfileKnows()
    {
        ViewState state;
        state.open(buildSpans(syntheticProfile({.threads = 2})));
        PropertiesPanel panel(state.profile());
        panel.setFindings({{.code = "spec-x", .origin = "S1", .subject = "a", .detail = "b"}});
        pictureOf(panel, {500, 300});
        auto *tree = panel.findChild<QTreeWidget *>();
        EMBER_TRY(tree->topLevelItemCount() >= 3);
        QVERIFY(textOf(*tree).contains(QStringLiteral("spec-x")));
        QVERIFY(textOf(*tree).contains(QStringLiteral("emberdemo --seconds 20")));
    }

    void threadsWithoutSamplesAreSaidToBeSuch()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        builder.addThread({});
        builder.addThread({});
        for (const int ms : {0, 10, 20})
            builder.addSample(thread,
                              {timestampFromNs(ms * 1'000'000LL), textStack(builder, "f"), {}});
        ViewState state;
        state.open(buildSpans(builder.snapshot()));
        PropertiesPanel panel(state.profile());
        pictureOf(panel, {500, 300});
        auto *tree = panel.findChild<QTreeWidget *>();
        EMBER_TRY(tree->topLevelItemCount() > 0);
        QVERIFY2(textOf(*tree).contains(QStringLiteral("1, and 2 without samples")),
                 qPrintable(textOf(*tree)));
    }

    void valuesHaveHalfOfANarrowDock()
    {
        ViewState state;
        state.open(buildSpans(syntheticProfile({.threads = 2})));
        PropertiesPanel panel(state.profile());
        auto *tree = panel.findChild<QTreeWidget *>();
        pictureOf(panel, {130, 300});
        EMBER_TRY(tree->topLevelItemCount() > 0);
        EMBER_TRY_COMPARE(tree->columnWidth(0) + tree->columnWidth(1), tree->viewport()->width());
        QVERIFY(tree->columnWidth(1) >= tree->viewport()->width() / 2);
        tree->setColumnWidth(0, 90);
        pictureOf(panel, {150, 300});
        QCOMPARE(tree->columnWidth(0), 90);
    }

    void theSearchBarCountsAndSteps()
    {
        ViewState state;
        state.open(buildSpans(syntheticProfile({.threads = 2, .samplesPerThread = 400})));
        Searcher searcher(state);
        SearchBar bar(state, searcher);
        auto *text = bar.findChild<QLineEdit *>();
        QTest::keyClicks(text, QStringLiteral("glyph"));
        EMBER_TRY_COMPARE(state.selection().matches().text, QStringLiteral("glyph"));
        QSignalSpy selected(&state.selection(), &ViewSelection::boxChanged);
        QTest::keyClick(text, Qt::Key_Return);
        EMBER_TRY(state.selection().box().has_value());
        const auto first = state.selection().box();
        QTest::keyClick(text, Qt::Key_Return);
        QTest::keyClick(text, Qt::Key_Return, Qt::ShiftModifier);
        EMBER_TRY(selected.count() == 3);
        QVERIFY(state.selection().box() == first);
        const auto all = countText(state.selection().matches().boxes);
        const auto *count = bar.findChild<QLabel *>();
        EMBER_TRY_COMPARE(count->text(), QStringLiteral("1 of ") + all);
        QTest::keyClick(text, Qt::Key_Return);
        EMBER_TRY_COMPARE(count->text(), QStringLiteral("2 of ") + all);
        for (std::uint64_t match = 2; match < state.selection().matches().boxes; ++match) {
            QTest::keyClick(text, Qt::Key_Return);
            QVERIFY(selected.wait(int(std::chrono::milliseconds(patience).count())));
        }
        EMBER_TRY(count->text() == QStringLiteral("%1 of %1").arg(all));
        QTest::keyClick(text, Qt::Key_Escape);
        QVERIFY(state.selection().searchText().isEmpty());
        EMBER_TRY(!state.selection().matches().isActive());
    }

private:
    static void drag(QWidget &widget, QPoint from, QPoint to)
    {
        QTest::mousePress(&widget, Qt::LeftButton, {}, from);
        QTest::mouseMove(&widget, (from + to) / 2);
        QTest::mouseMove(&widget, to);
        QTest::mouseRelease(&widget, Qt::LeftButton, {}, to);
    }
};

EMBER_TEST(TstPanels)
#include "tst_panels.moc"
