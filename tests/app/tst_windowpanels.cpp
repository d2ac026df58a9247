// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/mainwindow.h"
#include "app/window/panels.h"
#include "tests/app/openandwait.h"
#include "tests/app/sandbox.h"
#include "tests/support/testmain.h"
#include "views/canvas/legend.h"
#include "views/details/detailspanel.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/jobs/backgroundpool.h"
#include "views/lists/outputpanel.h"
#include "views/statistics/statisticspanel.h"
#include "views/tables/functionmodel.h"
#include "views/tables/topfunctionspanel.h"
#include "views/threads/threadspanel.h"
#include "views/timeline/timelineview.h"

#include <QAbstractItemModel>
#include <QAction>
#include <QDockWidget>
#include <QTabBar>
#include <QTableView>
#include <QThreadPool>
#include <QTreeWidget>

using namespace ember;
using namespace ember::app;
using ember::tests::openAndWait;
using ember::tests::Sandbox;

class TstWindowPanels : public QObject {
    Q_OBJECT

private slots:
    void aPanelBehindAnotherOneComputesNothing()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        Panels &panels = window.panels();
        const auto *functions = panels.functions->findChild<QTableView *>();
        const auto *figures = panels.statistics->findChild<QTreeWidget *>();
        const auto first = [&] {
            return functions->model()->index(0, views::FunctionModel::Self).data().toString();
        };
        const auto length = [&] { return figures->topLevelItem(0)->child(0)->text(1); };
        EMBER_TRY(!first().isEmpty() && figures->topLevelItemCount() > 0);
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
        QVERIFY(!panels.functions->isVisible());
        EMBER_TRY(length() != whole);
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
            QVERIFY(!legend->isVisible());
            auto *command = window.findChild<QAction *>(QStringLiteral("coloursByRecursion"));
            command->trigger();
            EMBER_TRY(window.viewState().appearance().colourMode() == views::ColourMode::Recursion);
            QVERIFY(legend->isVisible());
            QVERIFY(command->toolTip().contains(legend->toolTip()));
        }
        MainWindow next;
        QVERIFY(next.viewState().appearance().colourMode() == views::ColourMode::Recursion);
        QVERIFY(next.findChild<QAction *>(QStringLiteral("coloursByRecursion"))->isChecked());
    }

    void theChartHasTheWidthOfTheWindowButForOneColumn()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.resize(1300, 800);
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        const Panels &panels = window.panels();
        const auto placeOf = [&](const QWidget *widget) {
            return QRect(widget->mapTo(&window, QPoint()), widget->size());
        };
        const QRect threads = placeOf(panels.threads);
        const QRect details = placeOf(panels.details);
        const QRect chart = placeOf(&window.timeline().chart());
        QCOMPARE(details.left(), threads.left());
        QCOMPARE_GT(details.top(), threads.bottom());
        QCOMPARE_GT(chart.left(), threads.right());
        QCOMPARE_GE(chart.width(), 13 * 70);
        QCOMPARE_GE(chart.height(), 800 / 4);
    }

    void allTabsOfPanelsAreSeenInAWindowOfUsualWidth()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.resize(1920, 1080);
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        window.resize(1300, 800);
        QCoreApplication::processEvents();
        int seen = 0;
        for (const auto *tabs : window.findChildren<QTabBar *>(Qt::FindDirectChildrenOnly)) {
            for (int tab = 0; tabs->isVisible() && tab < tabs->count(); ++tab, ++seen) {
                const QString title = tabs->tabText(tab);
                const QRect place = tabs->tabRect(tab);
                QVERIFY2(tabs->rect().contains(place), qPrintable(title));
                QVERIFY2(place.width() > tabs->fontMetrics().horizontalAdvance(title),
                         qPrintable(title));
            }
        }
        QCOMPARE(seen, 14);
    }

    void theChartKeepsItsRoomInASmallerWindow()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.resize(1920, 1080);
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        Panels &panels = window.panels();
        for (const QString &name : panels.names())
            panels.raise(panels.find(name));
        const int below = panels.output->height();
        const int beside = panels.threads->width();
        for (const QSize &size : {QSize(1000, 650), QSize(800, 500)}) {
            window.resize(size);
            QCoreApplication::processEvents();
            const QSize chart = window.centralWidget()->size();
            QCOMPARE_GE(chart.height(), size.height() * 2 / 5);
            QCOMPARE_GE(chart.width(), size.width() / 2);
            panels.raise(panels.statistics);
            QCOMPARE_GE(window.centralWidget()->height(), size.height() * 2 / 5);
        }
        QCOMPARE_LT(panels.threads->width(), beside);
        window.resize(1920, 1080);
        QCoreApplication::processEvents();
        QCOMPARE(panels.threads->width(), beside);
        panels.raise(panels.output);
        QCOMPARE(panels.output->height(), below);
    }

    void whoeverMakesThePanelsHighHasThemSoInAWindowThatGrows()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.resize(1000, 700);
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        Panels &panels = window.panels();
        auto *dock = qobject_cast<QDockWidget *>(panels.functions->parentWidget());
        window.resizeDocks({dock}, {420}, Qt::Vertical);
        QCoreApplication::processEvents();
        const int height = panels.functions->height();
        window.resize(1200, 750);
        QCoreApplication::processEvents();
        QCOMPARE(panels.functions->height(), height);
        window.resize(1200, 650); // and has it again where there is room again
        QCoreApplication::processEvents();
        QCOMPARE_LT(panels.functions->height(), height);
        window.resize(1200, 900);
        QCoreApplication::processEvents();
        QCOMPARE(panels.functions->height(), height);
    }

    void theChartHasRoomWithPanelsThatWereLeftInALargerWindow()
    {
        const Sandbox sandbox;
        const QString file = sandbox.write(QStringLiteral("a.json"), tests::smallChunk());
        {
            MainWindow window;
            window.resize(1920, 1080);
            window.show();
            openAndWait(window, {file});
            window.panels().raise(window.panels().output);
            window.close();
        }
        MainWindow window;
        window.restoreLayout();
        window.show();
        window.resize(1000, 600);
        openAndWait(window, {file});
        QCoreApplication::processEvents();
        QCOMPARE_GE(window.centralWidget()->height(), 600 * 2 / 5);
        QCOMPARE_GE(window.centralWidget()->width(), 1000 / 2);
    }

    void aPanelComesBackWithTheWindow()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        Panels &panels = window.panels();
        panels.raise(panels.statistics);
        window.hide();
        window.show();
        EMBER_TRY(panels.statistics->isVisible());
        QVERIFY(!panels.functions->isVisible());
    }

    void aPanelThatIsRaisedInAMinimizedWindowIsThereWhenItComesBack()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        Panels &panels = window.panels();
        window.showMinimized();
        EMBER_TRY(window.isMinimized());
        QCoreApplication::processEvents();
        QVERIFY(!panels.functions->isHidden());
        panels.raise(panels.statistics);
        QCoreApplication::processEvents();
        QVERIFY(!panels.statistics->isHidden() && panels.functions->isHidden());
        window.showNormal();
        EMBER_TRY(!window.isMinimized() && panels.statistics->isVisible());
        QVERIFY(!panels.functions->isVisible());
        const auto *figures = panels.statistics->findChild<QTreeWidget *>();
        EMBER_TRY(figures->topLevelItemCount() > 0);
    }
};

EMBER_TEST(TstWindowPanels)
#include "tst_windowpanels.moc"
