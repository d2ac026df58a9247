// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/look/messagebar.h"
#include "app/window/actions.h"
#include "app/window/capturecontroller.h"
#include "app/window/comparecontroller.h"
#include "app/window/panels.h"
#include "app/window/viewexport.h"
#include "tests/app/busycapture.h"
#include "tests/app/openandwait.h"
#include "tests/app/partof.h"
#include "tests/app/sandbox.h"
#include "tests/support/testmain.h"
#include "views/canvas/legend.h"
#include "views/compare/comparisonpanel.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/state/baselinechoice.h"
#include "views/timeline/baselinetimeline.h"
#include "views/timeline/comparedcharts.h"
#include "views/timeline/timelineview.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QStatusBar>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace ember;
using namespace ember::app;
using namespace ember::tests;

namespace {

int rows(MainWindow &window)
{
    return window.panels().comparison->table().model()->rowCount();
}

QString baselineTitle(MainWindow &window)
{
    const auto &baseline = window.viewState().baseline().baseline();
    return baseline ? baseline->title : QString();
}

} // namespace

// The commands that compare.
class TstComparing : public QObject {
    Q_OBJECT

private slots:
    void aProfileIsComparedWithAFile()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        QVERIFY(!window.actions().at("compareWithFile")->isEnabled());
        openAndWait(window, {sandbox.write(u"after.json"_qs, smallChunk())});
        QVERIFY(window.actions().at("compareWithFile")->isEnabled());
        partOf<CompareController>(window).compareWith(
            sandbox.write(u"before.json"_qs, smallChunk()));
        EMBER_TRY(rows(window) > 0);
        EMBER_TRY(!window.panels().comparison->visibleRegion().isEmpty());
        QCOMPARE(baselineTitle(window), u"before.json"_qs);
        QGuiApplication::clipboard()->clear();
        QVERIFY(partOf<ViewExport>(window).copy(*window.panels().comparison,
                                                views::TextKind::Markdown));
        EMBER_TRY(QGuiApplication::clipboard()->text().startsWith(u"| Function | Before |"_qs));
        window.actions().at("forgetBaseline")->trigger();
        QCOMPARE(rows(window), 0);
        QVERIFY(!window.actions().at("forgetBaseline")->isEnabled());
    }

    // It was chosen for that document.
    void aFileThatIsComparedWithGoesWithTheDocument()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        const QString after = sandbox.write(u"after.json"_qs, smallChunk());
        const QString before = sandbox.write(u"before.json"_qs, smallChunk());
        openAndWait(window, {after});
        partOf<CompareController>(window).compareWith(before);
        EMBER_TRY(baselineTitle(window) == u"before.json"_qs);
        openAndWait(window, {sandbox.write(u"other.json"_qs, smallChunk())});
        QVERIFY(baselineTitle(window).isEmpty());
        QVERIFY(partOf<CompareController>(window).baselineFiles().isEmpty());

        // The two that are swapped stay together, beside each other.
        openAndWait(window, {after});
        partOf<CompareController>(window).compareWith(before);
        EMBER_TRY(baselineTitle(window) == u"before.json"_qs);
        window.actions().at("sideBySide")->trigger();
        const auto buttons = window.panels().comparison->findChildren<QToolButton *>();
        const auto swap = std::ranges::find(buttons, window.actions().at("swapCompared"),
                                            &QToolButton::defaultAction);
        QVERIFY(swap != buttons.end());
        (*swap)->click();
        EMBER_TRY(baselineTitle(window) == u"after.json"_qs);
        QCOMPARE(window.document().title(), u"before.json"_qs);
        QVERIFY(window.actions().at("sideBySide")->isChecked());
        window.actions().at("close")->trigger();
        QVERIFY(baselineTitle(window).isEmpty());
    }

    // Its tip says so; that it is still compared with is said, too.
    void whatIsUsedAsBaselineStaysAndThatIsSaid()
    {
        const Sandbox sandbox;
        QString said; // at last; it may have gone again, as it does after some seconds
        MainWindow window;
        window.show();
        openAndWait(window, {sandbox.write(u"a.json"_qs, smallChunk())});
        window.actions().at("useAsBaseline")->trigger();
        QVERIFY(!window.statusBar()->currentMessage().contains(u"a.json"_qs));
        connect(window.statusBar(), &QStatusBar::messageChanged, this, [&](const QString &text) {
            if (!text.isEmpty())
                said = text;
        });
        openAndWait(window, {sandbox.write(u"b.json"_qs, smallChunk())});
        QCOMPARE(baselineTitle(window), u"a.json"_qs);
        QVERIFY2(said.contains(u"a.json"_qs), qPrintable(said));
        EMBER_TRY(rows(window) > 0);
    }

    void whatCannotBeReadIsSaidAndNothingElseChanges()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        openAndWait(window, {sandbox.write(u"a.json"_qs, smallChunk())});
        partOf<CompareController>(window).compareWith(sandbox.write(u"bad.json"_qs, "nonsense"));
        EMBER_TRY(!partOf<MessageBar>(window).message().text.isEmpty());
        QVERIFY(baselineTitle(window).isEmpty());
        QVERIFY(window.viewState().spans());
    }

    void theSelectedRangeBecomesTheBaseline()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        openAndWait(window, {sandbox.write(u"a.json"_qs, smallChunk())});
        views::ViewState &state = window.viewState();
        const model::TimeRange all = state.profile().range();
        const model::TimeRange half{all.start, all.start + all.duration() / 2};
        state.selection().selectRange(half);
        window.actions().at("useAsBaseline")->trigger();
        QCOMPARE(state.baseline().baseline()->range, half);
        state.selection().selectRange(model::TimeRange{half.end, all.end});
        EMBER_TRY(rows(window) > 0);
    }

    // The one shown is the one before, without being read again.
    void oneKeyRunsAgainAndCompares()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        recordToTheEnd(window, 200'000);
        const QSignalSpy ended(&partOf<CaptureController>(window), &CaptureController::ended);
        window.actions().at("runAndCompare")->trigger();
        EMBER_TRY(!ended.isEmpty());
        EMBER_TRY(rows(window) > 0);
        const auto captures = CaptureLibrary().list(); // the first one is kept, unasked
        QCOMPARE(captures.size(), 2);
        QVERIFY(baselineTitle(window).contains(u"run at"_qs));
        QVERIFY(window.viewState().baseline().baseline()->profile
                != window.viewState().spans()->profile());
        EMBER_TRY(!window.panels().comparison->visibleRegion().isEmpty());

        // The same from the library.
        window.actions().at("forgetBaseline")->trigger();
        window.actions().at("compareWithLastRun")->trigger();
        EMBER_TRY(rows(window) > 0);
        QVERIFY(baselineTitle(window).contains(u"run at"_qs));
    }

    // Both on one scale; where the chart is seen beside, or the user closes them, they are not
    // there.
    void theChartsOfBothStandAboveTheirComparison()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.resize(1280, 720);
        window.show();
        Panels &panels = window.panels();
        openAndWait(window, {sandbox.write(u"after.json"_qs, smallChunk())});
        QVERIFY(!panels.comparedCharts->after());
        partOf<CompareController>(window).compareWith(
            sandbox.write(u"before.json"_qs, smallChunk()));
        EMBER_TRY(rows(window) > 0);
        EMBER_TRY(panels.comparedCharts->after() != nullptr);
        const views::FlameChartWidget &after = *panels.comparedCharts->after();
        views::FlameChartWidget &before = panels.comparedCharts->before()->chart();
        EMBER_TRY(!after.visibleRegion().isEmpty() && !before.visibleRegion().isEmpty());
        EMBER_TRY(!panels.comparison->table().viewport()->visibleRegion().isEmpty());
        QVERIFY(after.height() > 60 && before.height() > 60); // some rows
        // The baseline is below, as it is with both charts side by side.
        QVERIFY(before.mapTo(&window, QPoint()).y() > after.mapTo(&window, QPoint()).y());
        QVERIFY(panels.comparison->table().height() > 100);
        QCOMPARE(after.camera().scale.width(), before.camera().scale.width());
        QTest::keyClick(&before, Qt::Key_W);
        QCOMPARE(after.camera().scale.range().duration(), before.camera().scale.range().duration());
        QVERIFY(window.viewState().zoom().visible().duration()
                < window.viewState().zoom().limits().duration());

        auto *button = panels.comparison->findChild<QToolButton *>(u"comparedChartsButton"_qs);
        const auto *legend = window.findChild<views::ColourLegend *>();
        QVERIFY(legend->isVisible());
        button->click();
        QVERIFY(!panels.comparedCharts->after());
        QVERIFY(!legend->isVisible()); // nothing has these colours
        button->click();
        QVERIFY(panels.comparedCharts->after());
        QVERIFY(legend->isVisible());
        panels.chooseLayout(u"layoutCompare"_qs);
        QVERIFY(!panels.comparedCharts->after());
        panels.chooseLayout(u"layoutChart"_qs);
        panels.raise(panels.comparison);
        QVERIFY(panels.comparedCharts->after());
        window.actions().at("forgetBaseline")->trigger();
        QVERIFY(!panels.comparedCharts->after());
    }

    void theChartsOfTwoFilesStandSideBySide()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        const Actions &actions = window.actions();
        openAndWait(window, {sandbox.write(u"after.json"_qs, smallChunk())});
        QVERIFY(!actions.at("sideBySide")->isEnabled());
        partOf<CompareController>(window).compareWith(
            sandbox.write(u"before.json"_qs, smallChunk()));
        EMBER_TRY(actions.at("sideBySide")->isEnabled());
        QVERIFY(!actions.at("alignStarts")->isEnabled());
        window.activateWindow();
        EMBER_TRY(window.isActiveWindow());
        EMBER_TRY(window.panels().comparison->height() >= window.height() / 3);
        QTest::keyClick(window.panels().comparison, Qt::Key_B);
        EMBER_TRY(window.timeline().baseline() != nullptr);
        EMBER_TRY(!window.timeline().baseline()->chart().visibleRegion().isEmpty());
        QVERIFY(!window.timeline().chart().visibleRegion().isEmpty());
        const int height = window.timeline().chart().height();
        views::AlignedBaseline &baseline = window.timeline().baseline()->baseline();
        baseline.setShift(std::chrono::milliseconds(3));
        actions.at("alignStarts")->trigger();
        QCOMPARE(baseline.shift(), model::Nanoseconds(0));

        window.timeline().baseline()->findChild<QToolButton *>(u"leave"_qs)->click();
        EMBER_TRY(!window.timeline().baseline());
        QVERIFY(!actions.at("sideBySide")->isChecked());
        EMBER_TRY(window.timeline().chart().height() > height);
        actions.at("sideBySide")->trigger();
        QVERIFY(window.timeline().baseline());
        actions.at("forgetBaseline")->trigger();
        QVERIFY(!window.timeline().baseline());
        QVERIFY(!actions.at("sideBySide")->isChecked());
        QVERIFY(!actions.at("alignCalls")->isEnabled());
    }

    // The chart of the last run is there from the start of the next one, and stays.
    void aRunIsSeenBesideTheLastOneWhileItIsRecorded()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        const Actions &actions = window.actions();
        // Its runs last until they are stopped: a short one may be shown at its end only.
        LaunchCommand command = busyCommand(100'000'000);
        command.options = {u"--kill"_qs};
        const QSignalSpy ended(&partOf<CaptureController>(window), &CaptureController::ended);
        window.launch(command);
        EMBER_TRY(samples(window) > 10);
        actions.at("stop")->trigger();
        EMBER_TRY(ended.size() == 1);
        actions.at("useAsBaseline")->trigger();
        actions.at("sideBySide")->trigger();
        const views::ViewState &state = window.viewState();
        bool isSeen = false;
        connect(&state.profile(), &views::OpenProfile::changed, &window, [&] {
            const auto *shown = window.timeline().baseline();
            isSeen = isSeen || (shown && partOf<CaptureController>(window).isRecording());
        });
        actions.at("runAndCompare")->trigger();
        EMBER_TRY(isSeen && samples(window) > 10);
        actions.at("stop")->trigger();
        EMBER_TRY(ended.size() == 2);
        QVERIFY(window.timeline().baseline());
        views::AlignedBaseline &baseline = window.timeline().baseline()->baseline();
        QVERIFY(baseline.state().spans()->profile() != state.spans()->profile());
        QCOMPARE(baseline.offset(), state.profile().origin() - baseline.state().profile().origin());
        QCOMPARE(baseline.state().zoom().visible().start + baseline.offset(),
                 state.zoom().visible().start);
        QVERIFY(actions.at("sideBySide")->isChecked());
    }

    void whereThereIsNoEarlierRunItSaysSo()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        recordToTheEnd(window, 200'000);
        partOf<MessageBar>(window).dismiss();
        window.actions().at("compareWithLastRun")->trigger();
        EMBER_TRY(partOf<MessageBar>(window).message().text.contains(u"no earlier capture"_qs));
    }
};

EMBER_TEST(TstComparing)
#include "tst_comparing.moc"
