// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/actions.h"
#include "app/window/panels.h"
#include "app/window/screenshot.h"
#include "tests/app/openandwait.h"
#include "tests/app/sandbox.h"
#include "tests/support/testmain.h"
#include "views/code/disassemblypanel.h"
#include "views/code/sourcepanel.h"
#include "views/compare/comparisonpanel.h"
#include "views/graph/flamegraphpanel.h"
#include "views/graph/sandwichpanel.h"
#include "views/lists/framespanel.h"
#include "views/state/keymap.h"
#include "views/statistics/statisticspanel.h"
#include "views/tables/calltreepanel.h"
#include "views/tables/topfunctionspanel.h"
#include "views/widgets/tablelook.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QSet>
#include <QStatusBar>
#include <QTest>

using namespace ember;
using namespace ember::app;
using namespace ember::tests;

namespace {

// With two slow frames.
QByteArray framesChunk()
{
    return smallChunk().replace(
        "\"profile\":",
        R"("measurements":{"slow_frame_renders":{"unit":"nanosecond","values":[)"
        R"({"timestamp":1700000000.5,"value":100000000},)"
        R"({"timestamp":1700000001.0,"value":50000000}]}},"profile":)");
}

} // namespace

// The views of functions in the window: their docks, keys and menus.
class TstFunctionViews : public QObject {
    Q_OBJECT

private slots:
    void noCommandSharesItsKeyWithAnother()
    {
        const Sandbox sandbox;
        MainWindow window;
        QSet<QString> seen;
        for (const QAction *action : window.actions().findChildren<QAction *>()) {
            for (const QKeySequence &key : action->shortcuts()) {
                QVERIFY2(!seen.contains(key.toString()), qPrintable(key.toString()));
                seen.insert(key.toString());
            }
        }
        for (const auto &key :
             {QKeySequence(views::sortKey), QKeySequence(Qt::SHIFT | views::sortKey)}) {
            QVERIFY2(!seen.contains(key.toString()), qPrintable(key.toString()));
            seen.insert(key.toString());
        }
        for (const auto action : views::chartActions()) {
            for (const QKeySequence &key : views::KeyMap().keysOf(action))
                QVERIFY2(!seen.contains(key.toString()), qPrintable(key.toString()));
        }
    }

    void eachViewComesToTheFrontByItsCommand()
    {
        const Sandbox sandbox;
        MainWindow window;
        show(window, sandbox);
        Panels &panels = window.panels();
        const std::pair<QAction *, QWidget *> commands[] = {
            {window.actions().at("showFlameGraph"), panels.flameGraph},
            {window.actions().at("showCallTree"), panels.callTree},
            {window.actions().at("showSandwich"), panels.sandwich},
            {window.actions().at("showFunctions"), panels.functions},
            {window.actions().at("showFrames"), panels.frames},
            {window.actions().at("showStatistics"), panels.statistics},
            {window.actions().at("showComparison"), panels.comparison},
            {window.actions().at("showSource"), panels.source},
            {window.actions().at("showDisassembly"), panels.disassembly},
        };
        for (const auto &[action, panel] : commands) {
            QVERIFY(!action->shortcut().isEmpty());
            action->trigger();
            EMBER_TRY(!panel->visibleRegion().isEmpty());
            EMBER_TRY(panel->height() >= window.height() / 3);
        }
    }

    void theFunctionPointedAtLastIsShownWithCallersAndCallees()
    {
        const Sandbox sandbox;
        MainWindow window;
        show(window, sandbox);
        views::ViewState &state = window.viewState();
        const views::BoxReference box{state.threads().all().front(), 0, model::BoxIndex(0)};
        state.selection().select(box);
        window.actions().at("callersAndCallees")->trigger();
        views::SandwichPanel &sandwich = *window.panels().sandwich;
        QVERIFY(sandwich.function() == views::frameOf(*state.spans(), box));
        EMBER_TRY(sandwich.callees().viewport().tree());

        // From a callee below it to that one's own.
        auto &below = sandwich.callees().viewport();
        EMBER_TRY(below.layout().rows().size() > 1);
        const auto callee = below.layout().rows()[1].front().node;
        const auto frame = below.tree()->node(callee).frame;
        below.select(callee);
        QVERIFY(sandwich.function() != frame);
        window.actions().at("callersAndCallees")->trigger();
        QVERIFY(sandwich.function() == frame);
    }

    void theKeyboardIsInTheListOfCallersWhereARowIsMarked()
    {
        const Sandbox sandbox;
        MainWindow window;
        show(window, sandbox);
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.actions().at("showSandwich")->trigger();
        auto *list = window.panels().sandwich->findChild<views::NeighbourList *>(
            QStringLiteral("callerList"));
        EMBER_TRY(list->topLevelItemCount() > 0);
        QVERIFY(list->hasFocus());
        QVERIFY(list->currentItem());
        // Tab goes on within the view.
        QTest::keyClick(list, Qt::Key_Tab);
        QVERIFY(window.panels().sandwich->isAncestorOf(QApplication::focusWidget()));
    }

    void enterInATableShowsTheCallersOfTheFunction()
    {
        const Sandbox sandbox;
        MainWindow window;
        show(window, sandbox);
        views::SandwichPanel &sandwich = *window.panels().sandwich;
        for (QWidget *panel : std::initializer_list<QWidget *>{window.panels().functions,
                                                               window.panels().callTree}) {
            window.panels().raise(panel);
            auto *table = panel->findChild<QAbstractItemView *>();
            EMBER_TRY(table->model()->rowCount() > 0);
            QTest::keyClick(table, Qt::Key_End);
            const auto chosen = window.viewState().selection().function();
            QVERIFY(chosen.isValid());
            QTest::keyClick(table, Qt::Key_Return);
            QVERIFY(sandwich.isVisible());
            QVERIFY(sandwich.function() == chosen);
            QVERIFY(window.viewState().selection().searchText().isEmpty());
        }
    }

    void leftHeavyIsTheFlameGraphOfOneThread()
    {
        const Sandbox sandbox;
        MainWindow window;
        show(window, sandbox);
        views::ViewState &state = window.viewState();
        const auto thread = state.threads().all().back();
        state.selection().select(views::BoxReference{thread, 0, model::BoxIndex(0)});
        window.actions().at("leftHeavy")->trigger();
        QCOMPARE(state.threads().shown(), std::vector{thread});
        EMBER_TRY(!window.panels().flameGraph->visibleRegion().isEmpty());
        EMBER_TRY(window.panels().flameGraph->graph().viewport().tree());
    }

    void theThreadOfTheSelectedCallIsPinned()
    {
        const Sandbox sandbox;
        MainWindow window;
        show(window, sandbox);
        views::ViewState &state = window.viewState();
        state.selection().select(std::nullopt);
        window.actions().at("pinThread")->trigger();
        QVERIFY(window.statusBar()->currentMessage().contains(QStringLiteral("Select a call")));
        const auto thread = state.threads().all().back();
        state.selection().select(views::BoxReference{thread, 0, model::BoxIndex(0)});
        window.actions().at("pinThread")->trigger();
        QVERIFY(state.threads().order().isPinned(thread));
        window.actions().at("pinThread")->trigger();
        QVERIFY(!state.threads().order().isPinned(thread));
    }

    void whyThereIsNoNextFrameIsSaid()
    {
        const Sandbox sandbox;
        MainWindow window;
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), framesChunk())});
        const auto said = [&](QAction *action) {
            window.statusBar()->clearMessage();
            action->trigger();
            return window.statusBar()->currentMessage();
        };
        QAction *next = window.actions().at("nextFrame");
        QCOMPARE(said(next), QString());
        QCOMPARE(said(next), QString());
        QVERIFY(said(next).contains(QStringLiteral("the worst one")));
        QVERIFY(
            said(window.actions().at("previousFrame")).contains(QStringLiteral("the last one")));
        openAndWait(window, {sandbox.write(QStringLiteral("b.json"), smallChunk())});
        QVERIFY(said(next).contains(QStringLiteral("No slow")));
    }

    void theFunctionPointedAtLastCanBeSearched()
    {
        const Sandbox sandbox;
        MainWindow window;
        show(window, sandbox);
        views::ViewState &state = window.viewState();
        state.selection().select(
            views::BoxReference{state.threads().all().front(), 0, model::BoxIndex(0)});
        window.actions().at("searchFunction")->trigger();
        QCOMPARE(state.selection().searchText().toStdString(),
                 frameName(*state.spans()->profile(), state.selection().function()));
        EMBER_TRY(state.selection().matches().boxes > 0);
    }

    void aPictureShowsTheViewItIsAskedFor()
    {
        const Sandbox sandbox;
        MainWindow window;
        ScreenshotOptions options;
        options.output = sandbox.path(QStringLiteral("o.png"));
        options.view = QStringLiteral("sandwich");
        const QString file = sandbox.write(QStringLiteral("a.json"), smallChunk());
        QVERIFY(takeScreenshot(window, {file}, options));
        QVERIFY(window.panels().sandwich->callees().viewport().tree());
        options.view = QStringLiteral("source");
        QVERIFY(takeScreenshot(window, {file}, options));
        QCOMPARE(window.panels().source->answer().file->recorded, QStringLiteral("work.py"));
        options.view = QStringLiteral("nonsense");
        QVERIFY(!takeScreenshot(window, {file}, options));
    }

private:
    static void show(MainWindow &window, const Sandbox &sandbox)
    {
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), smallChunk())});
    }
};

EMBER_TEST(TstFunctionViews)
#include "tst_functionviews.moc"
