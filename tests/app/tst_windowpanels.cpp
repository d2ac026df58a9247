// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/look/messagebar.h"
#include "app/window/actions.h"
#include "app/window/filtercommands.h"
#include "app/window/mainwindow.h"
#include "app/window/panels.h"
#include "tests/app/ingerman.h"
#include "tests/app/openandwait.h"
#include "tests/app/partof.h"
#include "tests/app/sandbox.h"
#include "tests/support/testmain.h"
#include "views/answer/answers.h"
#include "views/answer/answerview.h"
#include "views/canvas/legend.h"
#include "views/code/disassemblypanel.h"
#include "views/code/sourcepanel.h"
#include "views/details/detailspanel.h"
#include "views/details/propertiespanel.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/flamechart/threadgutter.h"
#include "views/graph/flamegraphpanel.h"
#include "views/graph/graphwidget.h"
#include "views/jobs/viewthreads.h"
#include "views/lists/bookmarkspanel.h"
#include "views/lists/framespanel.h"
#include "views/lists/outputpanel.h"
#include "views/search/searchbar.h"
#include "views/state/sumsquery.h"
#include "views/statistics/statisticspanel.h"
#include "views/tables/calltreepanel.h"
#include "views/tables/functionmodel.h"
#include "views/tables/topfunctionspanel.h"
#include "views/threads/threadspanel.h"
#include "views/timeline/timelineview.h"
#include "views/tracks/minimapwidget.h"

#include <QAbstractItemModel>
#include <QAction>
#include <QHeaderView>
#include <QImage>
#include <QLineEdit>
#include <QSplitter>
#include <QTableView>
#include <QTest>
#include <QThreadPool>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>
#include <QTreeWidget>

#include <cstdlib>
#include <optional>
#include <utility>

using namespace ember;
using namespace ember::app;
using ember::tests::openAndWait;
using ember::tests::Sandbox;

namespace {

QAction *action(const MainWindow &window, const char *name)
{
    return window.findChild<QAction *>(QString::fromLatin1(name));
}

// Drags the handle before the last widget.
void dragHandle(QSplitter &splitter, int by)
{
    QSplitterHandle *handle = splitter.handle(splitter.count() - 1);
    const QPoint from = handle->rect().center();
    QTest::mousePress(handle, Qt::LeftButton, {}, from);
    QTest::mouseMove(handle, from + QPoint(by, 0));
    QTest::mouseRelease(handle, Qt::LeftButton, {}, from + QPoint(by, 0));
}

// A window that shows a small chunk.
struct OpenedWindow {
    explicit OpenedWindow(QSize size = {})
    {
        if (size.isValid())
            window.resize(size);
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
    }

    const Sandbox sandbox;
    MainWindow window;
};

} // namespace

class TstWindowPanels : public QObject {
    Q_OBJECT

private slots:
    // A link in the answer leads to the page that has its figures.
    void theFiguresOfASentenceAreShown()
    {
        OpenedWindow opened;
        Panels &panels = opened.window.panels();
        auto &answers = ember::tests::partOf<views::AnswerView>(opened.window).answers();
        views::AnswerLink link;
        for (const auto &[page, panel] :
             {std::pair(views::FiguresPage::Properties, static_cast<QWidget *>(panels.properties)),
              std::pair(views::FiguresPage::Statistics,
                        static_cast<QWidget *>(panels.statistics))}) {
            link.page = page;
            QVERIFY(!panel->isVisible());
            answers.follow(link);
            QVERIFY(panel->isVisible());
        }
    }

    // A function's link leads to the chart if the view in front shows no functions.
    void aFunctionsLinkShowsItInTheViewInFront()
    {
        OpenedWindow opened;
        Panels &panels = opened.window.panels();
        views::ViewState &state = opened.window.viewState();
        panels.raise(panels.frames);
        QVERIFY(!panels.timeline->isVisible());
        views::AnswerLink link;
        link.function = model::FrameIndex(0);
        ember::tests::partOf<views::AnswerView>(opened.window).answers().follow(link);
        QVERIFY(panels.timeline->isVisible());
        EMBER_TRY(state.selection().box().has_value());
        QVERIFY(state.selection().function() == link.function);
    }

    void aPanelBehindAnotherOneComputesNothing()
    {
        OpenedWindow opened;
        MainWindow &window = opened.window;
        Panels &panels = window.panels();
        const auto *functions = panels.functions->findChild<QTableView *>();
        const auto *figures = panels.statistics->findChild<QTreeWidget *>();
        const auto first = [&] {
            return functions->model()->index(0, views::FunctionModel::Self).data().toString();
        };
        const auto length = [&] { return figures->topLevelItem(0)->child(0)->text(1); };
        panels.raise(panels.statistics);
        panels.raise(panels.functions);
        EMBER_TRY(!first().isEmpty() && figures->topLevelItemCount() > 0);
        panels.raise(panels.details);
        QVERIFY(panels.functions->isVisible());
        QVERIFY(!panels.statistics->isVisible());
        const QString most = first();
        const QString whole = length();
        const auto start = window.viewState().profile().range().start;
        window.viewState().selection().selectRange(
            model::TimeRange{start, start + model::Nanoseconds(1)});
        EMBER_TRY(first() != most);
        views::backgroundPool().waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(length(), whole);
        panels.raise(panels.statistics);
        QVERIFY(panels.statistics->isVisible());
        EMBER_TRY(length() != whole);
        // The same of a view behind another one.
        const QString before = first();
        panels.raise(panels.timeline);
        QVERIFY(!panels.functions->isVisible());
        window.viewState().selection().selectRange(std::nullopt);
        EMBER_TRY(length() == whole);
        views::backgroundPool().waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(first(), before);
        panels.raise(panels.functions);
        EMBER_TRY(first() == most);
    }

    void coloursHaveALegendAndAreKept()
    {
        const Sandbox sandbox;
        const QString file = sandbox.write(QStringLiteral("a.json"), tests::smallChunk());
        {
            MainWindow window;
            window.show();
            openAndWait(window, {file});
            const auto *legend = window.findChild<views::ColourLegend *>();
            QVERIFY(legend->isVisible());
            QCOMPARE(legend->accessibleDescription(), QStringLiteral("own code, libraries"));
            window.panels().raise(window.panels().functions); // its colours mean something else
            QVERIFY(!legend->isVisible());
            window.panels().raise(window.panels().sandwich);
            QVERIFY(legend->isVisible());
            auto *command = window.findChild<QAction *>(QStringLiteral("coloursByRecursion"));
            command->trigger();
            EMBER_TRY(window.viewState().appearance().colourMode() == views::ColourMode::Recursion);
            QVERIFY(legend->accessibleDescription().contains(QStringLiteral("no recursion")));
            QVERIFY(legend->isVisible());
            QVERIFY(command->toolTip().contains(legend->toolTip()));
        }
        MainWindow next;
        QVERIFY(next.viewState().appearance().colourMode() == views::ColourMode::Recursion);
        QVERIFY(next.findChild<QAction *>(QStringLiteral("coloursByRecursion"))->isChecked());
    }

    void theChartHasTheWindowOfALaptop()
    {
        OpenedWindow opened(QSize(1280, 720));
        MainWindow &window = opened.window;
        const Panels &panels = window.panels();
        QVERIFY(!panels.isPaneOpen());
        QCOMPARE(panels.timeline->width(), 1280);
        QCOMPARE_GE(panels.timeline->height(), 720 * 7 / 10);
        QVERIFY(!panels.threads->isVisible() && !panels.details->isVisible());
    }

    void theSummaryTakesNoRoomThatTheWindowHasNot()
    {
        OpenedWindow opened(QSize(1280, 460));
        MainWindow &window = opened.window;
        auto *answer = window.findChild<views::AnswerView *>();
        EMBER_TRY(answer->answers().sections().size() > 0);
        for (const char *view : {"showChart", "showSandwich"}) {
            window.actions().at(view)->trigger();
            answer->toggleSummary();
            EMBER_TRY(answer->page().isVisible() && answer->page().height() > 20);
            QCoreApplication::processEvents();
            QCOMPARE(window.height(), 460);
            answer->toggleSummary();
        }
    }

    void detailsAreOpenInAWideWindowUnlessTheUserClosesThem()
    {
        const Sandbox sandbox;
        const QString file = sandbox.write(QStringLiteral("a.json"), tests::smallChunk());
        {
            MainWindow window;
            window.resize(1920, 1080);
            window.show();
            openAndWait(window, {file});
            Panels &panels = window.panels();
            QVERIFY(panels.details->isVisible());
            QCOMPARE_GT(panels.details->mapTo(&window, QPoint()).x(),
                        panels.timeline->mapTo(&window, QPoint()).x() + panels.timeline->width());
            window.resize(1280, 720);
            EMBER_TRY(!panels.details->isVisible());
            window.resize(1920, 1080);
            EMBER_TRY(panels.details->isVisible());
            window.actions().at("showDetails")->trigger();
            QVERIFY(!panels.details->isVisible());
            window.close();
        }
        MainWindow window;
        window.restoreLayout();
        window.resize(1920, 1080);
        window.show();
        openAndWait(window, {file});
        QVERIFY(!window.panels().details->isVisible());
        window.panels().raise(window.panels().properties);
        QVERIFY(window.panels().properties->isVisible());
        QVERIFY(!window.panels().details->isVisible());
        QVERIFY(window.actions().at("showDetails")->isChecked());
    }

    void allTabsOfViewsAreSeenInAWindowOfUsualWidth_data()
    {
        QTest::addColumn<bool>("isInGerman");
        QTest::newRow("English") << false;
        QTest::newRow("German") << true;
    }

    void allTabsOfViewsAreSeenInAWindowOfUsualWidth()
    {
        QFETCH(bool, isInGerman);
        std::optional<ember::tests::InGerman> german;
        if (isInGerman)
            german.emplace();
        OpenedWindow opened(QSize(1280, 720));
        MainWindow &window = opened.window;
        const ViewTabs &tabs = window.panels().area().tabs();
        QCOMPARE(tabs.count(), 9);
        for (int tab = 0; tab < tabs.count(); ++tab) {
            QVERIFY2(tabs.rect().contains(tabs.tabRect(tab)), qPrintable(tabs.tabText(tab)));
            QVERIFY2(tabs.tabRect(tab).width()
                         > tabs.fontMetrics().horizontalAdvance(tabs.tabText(tab)),
                     qPrintable(tabs.tabText(tab)));
        }
    }

    // In every width that panels have, with any page open.
    void theViewsKeepTheirRoomInASmallerWindow()
    {
        OpenedWindow opened(QSize(1920, 1080));
        MainWindow &window = opened.window;
        Panels &panels = window.panels();
        for (const QString &name : panels.names())
            panels.raise(panels.find(name));
        const int beside = panels.output->width();
        for (const QSize &size : {QSize(1000, 650), QSize(800, 500)}) {
            window.resize(size);
            QCoreApplication::processEvents();
            QCOMPARE(window.size(), size); // no panel needs more
            panels.raise(panels.timeline);
            QCOMPARE_GE(panels.timeline->height(), size.height() * 2 / 5);
            QCOMPARE_GE(panels.timeline->width(), size.width() / 2 - 4);
            panels.raise(panels.statistics);
            QCOMPARE_GE(panels.timeline->height(), size.height() * 2 / 5);
        }
        window.resize(1920, 1080);
        QCoreApplication::processEvents();
        panels.raise(panels.output);
        QCOMPARE(panels.output->width(), beside);
    }

    void aPaneThatWasMadeWideStaysSo()
    {
        const Sandbox sandbox;
        const QString file = sandbox.write(QStringLiteral("a.json"), tests::smallChunk());
        int width = 0;
        {
            MainWindow window;
            window.resize(1700, 900);
            window.show();
            openAndWait(window, {file});
            Panels &panels = window.panels();
            auto *splitter =
                qobject_cast<QSplitter *>(panels.details->parentWidget()->parentWidget()->parent());
            const int before = panels.details->width();
            dragHandle(*splitter, -250);
            width = panels.details->width();
            QCOMPARE_GT(width, before + 240);
            window.resize(600, 900); // there is not room for it
            QCoreApplication::processEvents();
            panels.raise(panels.details);
            QCOMPARE_LT(panels.details->width(), width);
            window.resize(1700, 900); // and there is again
            QCoreApplication::processEvents();
            QCOMPARE(panels.details->width(), width);
            window.close();
        }
        MainWindow window;
        window.restoreLayout();
        window.show();
        window.resize(1700, 900);
        openAndWait(window, {file});
        QCoreApplication::processEvents();
        QCOMPARE(window.panels().details->width(), width);
    }

    void twoViewsAreSeenAtOnce()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.resize(1280, 720);
        window.show();
        window.activateWindow();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        EMBER_TRY(window.isActiveWindow());
        Panels &panels = window.panels();
        panels.raise(panels.functions);
        panels.raise(panels.timeline);
        action(window, "splitSideBySide")->trigger();
        QVERIFY(panels.timeline->isVisible() && panels.functions->isVisible());
        QCOMPARE(panels.timeline->height(), panels.functions->height());
        QCOMPARE_LT(std::abs(panels.timeline->width() - panels.functions->width()), 4);
        // A view comes into the half that has the keyboard; one that is seen is only raised.
        panels.functions->findChild<QTableView *>()->setFocus();
        window.actions().at("showCallTree")->trigger();
        QVERIFY(panels.timeline->isVisible() && panels.callTree->isVisible());
        QVERIFY(!panels.functions->isVisible());
        window.actions().at("showChart")->trigger();
        QVERIFY(panels.timeline->isVisible() && panels.callTree->isVisible());
        window.actions().at("showFrames")->trigger();
        QVERIFY(panels.frames->isVisible() && panels.callTree->isVisible());
        action(window, "splitStacked")->trigger();
        QCOMPARE(panels.frames->width(), panels.callTree->width());
        QCOMPARE_LT(std::abs(panels.frames->height() - panels.callTree->height()), 4);
        action(window, "splitNo")->trigger();
        QVERIFY(panels.frames->isVisible() && !panels.callTree->isVisible());
    }

    void aViewIsMaximisedByKeyAndByItsTab()
    {
        OpenedWindow opened(QSize(1920, 1080));
        MainWindow &window = opened.window;
        Panels &panels = window.panels();
        const auto &overview = tests::partOf<views::MinimapWidget>(window);
        const auto *tools = window.findChild<QToolBar *>(QStringLiteral("tools"));
        const int height = panels.timeline->height();
        QVERIFY(overview.isVisible() && tools->isVisible());
        action(window, "splitStacked")->trigger();
        window.actions().at("maximise")->trigger();
        EMBER_TRY(panels.timeline->height() > height + 39);
        QCOMPARE(panels.timeline->width(), window.width());
        QVERIFY(!overview.isVisible() && !tools->isVisible());
        QVERIFY(!panels.details->isVisible());
        ViewTabs &tabs = panels.area().tabs();
        QTest::mouseClick(&tabs, Qt::LeftButton, {}, tabs.tabRect(4).center());
        QTest::mouseDClick(&tabs, Qt::LeftButton, {}, tabs.tabRect(4).center());
        QVERIFY(!window.actions().at("maximise")->isChecked());
        QVERIFY(panels.functions->isVisible() && panels.details->isVisible());
        QVERIFY(overview.isVisible() && tools->isVisible());
        QVERIFY(panels.area().beside()->isVisible());
    }

    void theSearchStepsThroughTheMaximisedView()
    {
        OpenedWindow opened(QSize(1280, 720));
        MainWindow &window = opened.window;
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.panels().raise(window.panels().flameGraph);
        views::GraphViewport &graph = window.panels().flameGraph->graph().viewport();
        EMBER_TRY(!graph.layout().rows().empty());
        const auto *tools = window.findChild<QToolBar *>(QStringLiteral("tools"));
        auto *search = window.findChild<views::SearchBar *>()->findChild<QLineEdit *>();
        window.actions().at("maximise")->trigger();
        QVERIFY(!tools->isVisible());
        window.actions().at("search")->trigger();
        EMBER_TRY(search->hasFocus());
        QVERIFY(search->isVisible() && window.panels().isMaximised());
        QTest::keyClicks(
            search,
            QString::fromUtf8(frameName(*window.viewState().spans()->profile(),
                                        graph.frameOf(graph.layout().rows()[0].front().node))));
        EMBER_TRY(!graph.matches().empty());
        QTest::keyClick(search, Qt::Key_Return);
        QVERIFY(graph.selected());
        QVERIFY(!window.viewState().selection().box());
        QTest::keyClick(search, Qt::Key_Escape);
        EMBER_TRY(!tools->isVisible());
        QVERIFY(window.panels().isMaximised());
    }

    void whatTheUserChangesInALayoutIsThereWhenItIsChosenAgain()
    {
        const Sandbox sandbox;
        const QString file = sandbox.write(QStringLiteral("a.json"), tests::smallChunk());
        {
            MainWindow window;
            window.resize(1280, 720);
            window.show();
            openAndWait(window, {file});
            Panels &panels = window.panels();
            action(window, "layoutGraph")->trigger();
            QVERIFY(panels.flameGraph->isVisible() && panels.functions->isVisible());
            QCOMPARE_GT(panels.flameGraph->width(), panels.functions->width() * 3 / 2);
            panels.raise(panels.functions);
            window.actions().at("showCallTree")->trigger();
            panels.raise(panels.bookmarks);
            action(window, "layoutCode")->trigger();
            QVERIFY(panels.source->isVisible() && panels.disassembly->isVisible());
            QVERIFY(!panels.bookmarks->isVisible());
            action(window, "layoutGraph")->trigger();
            QVERIFY(panels.flameGraph->isVisible() && panels.callTree->isVisible());
            QVERIFY(panels.bookmarks->isVisible());
            window.close();
        }
        MainWindow window;
        window.restoreLayout();
        window.show();
        openAndWait(window, {file});
        Panels &panels = window.panels();
        QVERIFY(action(window, "layoutGraph")->isChecked());
        QVERIFY(panels.flameGraph->isVisible() && panels.callTree->isVisible());
        window.actions().at("resetLayout")->trigger();
        QVERIFY(panels.flameGraph->isVisible() && panels.functions->isVisible());
        QVERIFY(!panels.callTree->isVisible() && !panels.bookmarks->isVisible());
        action(window, "layoutChart")->trigger();
        QVERIFY(panels.timeline->isVisible() && !panels.flameGraph->isVisible());
    }

    // Those of docks, too, which earlier versions have written.
    void layoutsThatAreNoneDoNoHarm()
    {
        const Sandbox sandbox;
        const QString file = sandbox.write(QStringLiteral("a.json"), tests::smallChunk());
        for (const char *saved :
             {"", "\xff\x00\x01", "[]", R"({"current":7,"layoutChart":{"view":"nothing"}})",
              R"({"current":"layoutChart","layoutChart":{"view":"threads","beside":"details",)"
              R"("split":9,"sizes":[-1,"x"],"page":"chart","paneWidth":-5}})",
              R"({"layoutChart":{"view":"chart","beside":"chart","split":1}})"}) {
            MainWindow window;
            window.resize(1920, 1080);
            window.panels().restoreLayouts(saved);
            window.show();
            openAndWait(window, {file});
            QVERIFY2(window.panels().timeline->isVisible(), saved);
            QVERIFY2(window.panels().details->isVisible(), saved);
        }
    }

    void longNamesOfThreadsAreToldApartByTheirEnds()
    {
        const QByteArray name = "connection-handler-of-the-database-pool-number-";
        QList<QImage> pictures;
        for (const char *end : {"1", "2"}) {
            const Sandbox sandbox;
            MainWindow window;
            window.resize(1280, 720);
            window.show();
            openAndWait(
                window,
                {sandbox.write(QStringLiteral("a.json"),
                               tests::smallChunk().replace("MainThread", QByteArray(name + end)))});
            QCoreApplication::processEvents();
            pictures << window.timeline().gutter().grab().toImage();
        }
        QVERIFY(pictures[0] != pictures[1]);
    }

    void headingsOfTheListOfThreadsAreWhole()
    {
        const Sandbox sandbox;
        const tests::InGerman german;
        MainWindow window;
        window.resize(1280, 720);
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        window.panels().raiseThreads();
        const auto *const view = window.panels().threads->findChild<QTreeView *>();
        EMBER_TRY(view->isVisible() && view->model()->rowCount() == 2);
        for (int column = 0; column < view->model()->columnCount(); ++column) {
            if (!view->isColumnHidden(column))
                QVERIFY2(view->columnWidth(column) >= view->header()->sectionSizeHint(column),
                         qPrintable(view->model()->headerData(column, Qt::Horizontal).toString()));
        }
        QVERIFY(view->header()->length() <= view->viewport()->width());
    }

    void theListOfThreadsOpensFromItsChipAndClosesWhenItIsLeft()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.resize(1280, 720);
        window.show();
        window.activateWindow();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        EMBER_TRY(window.isActiveWindow());
        Panels &panels = window.panels();
        auto *chip = window.findChild<QToolButton *>(QStringLiteral("threadsButton"));
        QCOMPARE(chip->text(), QStringLiteral("2 threads"));
        chip->click();
        QVERIFY(panels.threads->isVisible());
        auto *list = panels.threads->findChild<QTreeView *>();
        EMBER_TRY(list->model()->rowCount() == 2);
        QVERIFY(
            list->model()->setData(list->model()->index(0, 0), Qt::Unchecked, Qt::CheckStateRole));
        QCOMPARE(chip->text(), QStringLiteral("1 of 2 threads"));
        QVERIFY(panels.threads->isVisible());
        window.timeline().chart().setFocus();
        QVERIFY(!panels.threads->isVisible());
        QVERIFY(!chip->isChecked());
        window.actions().at("pickThread")->trigger();
        QVERIFY(panels.threads->isVisible());
        auto *search = panels.threads->findChild<QLineEdit *>();
        EMBER_TRY(search->hasFocus());
        QTest::keyClick(search, Qt::Key_Escape);
        EMBER_TRY(!panels.threads->isVisible());
        QVERIFY(window.timeline().chart().hasFocus());
    }

    void oneEscapeInTheSearchGivesTheKeysBackToTheView()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::largeChunk(2, 20))});
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const auto *bar = window.findChild<views::SearchBar *>();
        auto *search = bar->findChild<QLineEdit *>();
        for (QWidget *view : std::initializer_list<QWidget *>{
                 &window.timeline().chart(),
                 window.panels().flameGraph->findChild<views::GraphWidget *>()}) {
            window.panels().raise(view == &window.timeline().chart()
                                      ? static_cast<QWidget *>(&window.timeline())
                                      : window.panels().flameGraph);
            window.actions().at("search")->trigger();
            EMBER_TRY(search->hasFocus());
            QTest::keyClicks(search, QStringLiteral("work"));
            QTest::keyClick(search, Qt::Key_Return);
            QTest::keyClick(search, Qt::Key_Escape);
            QVERIFY(view->hasFocus());
            QVERIFY(window.viewState().selection().searchText().isEmpty());
        }
    }

    void whatALinkOfTheAnswerHasSetIsSaidUntilItIsTakenBack()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::largeChunk(2, 20))});
        auto &answers = window.findChild<views::AnswerView *>()->answers();
        const auto link = [&] {
            for (const views::AnswerSection &section : answers.sections()) {
                for (const views::Sentence &sentence : section.sentences) {
                    for (const views::AnswerPart &part : sentence) {
                        if (part.link && part.link->threads.size() == 1)
                            return part.link;
                    }
                }
            }
            return std::optional<views::AnswerLink>();
        };
        EMBER_TRY(link().has_value());
        answers.follow(*link());
        const auto &messages = tests::partOf<MessageBar>(window);
        const QString said = messages.message().text;
        QVERIFY2(said.startsWith(QStringLiteral("Set by the link: ")), qPrintable(said));
        QVERIFY2(said.endsWith(QStringLiteral(". Ctrl+Z takes it back.")), qPrintable(said));
        QVERIFY(window.viewState().threads().isNarrowed());
        window.actions().at("undoFilter")->trigger();
        QVERIFY(messages.message().text.isEmpty());
        QVERIFY(!window.viewState().threads().isNarrowed());
    }

    void theChipsAreThereOnlyWhereTheyAreOfUse()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        openAndWait(window,
                    {sandbox.write(QStringLiteral("a.folded"), "main;parse 5\nmain;write 3\n")});
        const auto *chips = window.findChild<QWidget *>(QStringLiteral("filterBar"));
        QVERIFY(!chips->isVisible());
        window.actions().at("typeFilter")->trigger();
        QVERIFY(chips->isVisible());
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        QVERIFY(chips->isVisible()); // it has two threads
    }

    // Two charts need its room in a low window.
    void theOverviewIsAboveEveryViewOfTimes()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.resize(1280, 720);
        window.show();
        const QString file = sandbox.write(QStringLiteral("a.json"), tests::smallChunk());
        openAndWait(window, {file});
        Panels &panels = window.panels();
        const auto &overview = tests::partOf<views::MinimapWidget>(window);
        for (QWidget *view :
             {static_cast<QWidget *>(panels.timeline), static_cast<QWidget *>(panels.flameGraph),
              static_cast<QWidget *>(panels.functions)}) {
            panels.raise(view);
            QVERIFY(overview.isVisible());
            QCOMPARE_LT(overview.mapTo(&window, QPoint()).y(), view->mapTo(&window, QPoint()).y());
        }
        window.actions().at("useAsBaseline")->trigger();
        window.actions().at("sideBySide")->trigger();
        QVERIFY(panels.timeline->isVisible() && panels.timeline->baseline());
        QVERIFY(overview.isVisible());
        window.resize(800, 480);
        EMBER_TRY(!overview.isVisible());
        window.actions().at("sideBySide")->trigger();
        QVERIFY(overview.isVisible());
    }

    void anAnswerStandsAboveTheOverview()
    {
        OpenedWindow opened;
        MainWindow &window = opened.window;
        const auto &overview = tests::partOf<views::MinimapWidget>(window);
        const auto *answer = window.findChild<QWidget *>(QStringLiteral("answer"));
        EMBER_TRY(answer->isVisible());
        EMBER_TRY(answer->mapTo(&window, QPoint(0, answer->height())).y()
                  <= overview.mapTo(&window, QPoint()).y());
        window.actions().at("maximise")->trigger();
        QVERIFY(!answer->isVisible());
        window.actions().at("maximise")->trigger();
        QVERIFY(answer->isVisible());
    }

    void aPanelComesBackWithTheWindow()
    {
        OpenedWindow opened;
        MainWindow &window = opened.window;
        Panels &panels = window.panels();
        panels.raise(panels.callTree);
        panels.raise(panels.statistics);
        window.hide();
        window.show();
        EMBER_TRY(panels.statistics->isVisible() && panels.callTree->isVisible());
        QVERIFY(!panels.details->isVisible() && !panels.timeline->isVisible());
    }

    void aPanelThatIsRaisedInAMinimizedWindowIsThereWhenItComesBack()
    {
        OpenedWindow opened;
        MainWindow &window = opened.window;
        Panels &panels = window.panels();
        panels.raise(panels.details);
        window.showMinimized();
        EMBER_TRY(window.isMinimized());
        QCoreApplication::processEvents();
        QVERIFY(!panels.details->isHidden());
        panels.raise(panels.statistics);
        panels.raise(panels.functions);
        QCoreApplication::processEvents();
        QVERIFY(!panels.statistics->isHidden() && panels.details->isHidden());
        QVERIFY(!panels.functions->isHidden() && panels.timeline->isHidden());
        window.showNormal();
        EMBER_TRY(!window.isMinimized() && panels.statistics->isVisible());
        QVERIFY(!panels.details->isVisible() && !panels.timeline->isVisible());
        const auto *figures = panels.statistics->findChild<QTreeWidget *>();
        EMBER_TRY(figures->topLevelItemCount() > 0);
    }
};

EMBER_TEST(TstWindowPanels)
#include "tst_windowpanels.moc"
