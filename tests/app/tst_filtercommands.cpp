// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/actions.h"
#include "app/window/filtercommands.h"
#include "app/window/panels.h"
#include "model/query/stackweights.h"
#include "tests/app/openandwait.h"
#include "tests/app/sandbox.h"
#include "tests/support/testmain.h"
#include "views/filters/filterchip.h"
#include "views/state/filterstack.h"
#include "views/state/sumsquery.h"
#include "views/tables/calltreemodel.h"
#include "views/tables/calltreepanel.h"

#include <QAction>
#include <QMenu>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace ember;
using namespace ember::app;
using namespace ember::tests;
using model::CallAction;

// The commands that narrow what is counted, in the window.
class TstFilterCommands : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_sandbox = std::make_unique<Sandbox>();
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        m_window->activateWindow();
        openAndWait(*m_window, {m_sandbox->write(QStringLiteral("a.json"), smallChunk())});
    }

    void cleanup()
    {
        m_window.reset();
        m_sandbox.reset();
    }

    void theKeyOfATableFocusesOnTheChosenFunction()
    {
        auto &panel = *m_window->panels().callTree;
        m_window->panels().raise(&panel);
        auto *view = panel.findChild<QTreeView *>();
        EMBER_TRY(view->model()->rowCount() > 0);
        const QModelIndex row = lastOpened(*view);
        view->setCurrentIndex(row);
        const QString name = row.data().toString();
        QTest::keyClick(view, Qt::Key_F, Qt::ShiftModifier);
        QCOMPARE(chips(), QStringLiteral("Focus: ") + name);
        EMBER_TRY(view->model()->rowCount() == 1
                  && view->model()->index(0, 0).data().toString() == name);
        QTest::keyClick(view, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(chips(), QString());
        QTest::keyClick(view, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(chips(), QStringLiteral("Focus: ") + name);
    }

    void eachCommandOfAFunctionAddsItsFilter()
    {
        pointAtSomething();
        QMenu menu;
        addFiltersOfFunction(menu, m_window->actions());
        int triggered = 0;
        for (QAction *action : menu.actions()) {
            if (action->isSeparator() || action->menu() || !action->isEnabled())
                continue; // no sample has labels
            QVERIFY(!action->shortcut().isEmpty());
            action->trigger();
            QCOMPARE(filters().calls().size(), std::size_t(++triggered));
        }
        for (QAction *action : menu.actions().constLast()->menu()->actions()) {
            action->trigger();
            QCOMPARE(filters().calls().size(), std::size_t(++triggered));
        }
        QCOMPARE(triggered, 10);
        action("clearFilters")->trigger();
        QVERIFY(filters().isEmpty());
    }

    void theSearchBecomesAFilter()
    {
        views::ViewState &state = m_window->viewState();
        action("onlyMatches")->trigger();
        QVERIFY(filters().isEmpty()); // nothing is searched for
        state.selection().setSearchText(QStringLiteral("main"));
        emit m_window->actions().menu("filters")->aboutToShow();
        action("onlyMatches")->trigger();
        QCOMPARE(chips(), QStringLiteral("Only with “main”"));
    }

    void whatHasNoModuleMakesNoFilterOfIt()
    {
        QByteArray chunk = smallChunk();
        for (const char *module : {"app.work", "app", "threading"})
            chunk.replace(QByteArray("\"module\":\"").append(module).append("\","), "");
        openAndWait(*m_window, {m_sandbox->write(QStringLiteral("b.json"), chunk)});
        pointAtSomething();
        QMenu menu;
        addFiltersOfFunction(menu, m_window->actions());
        for (QAction *action : menu.actions().constLast()->menu()->actions())
            action->trigger();
        QVERIFY(filters().isEmpty());
    }

    // Who closes the window with a profile begins with an empty one.
    void theBarDoesNotComeBackWithoutAProfile()
    {
        m_window->close();
        MainWindow next;
        next.restoreLayout();
        next.show();
        QVERIFY(!next.findChild<QWidget *>(QStringLiteral("filterBar"))->isVisible());
    }

    void theBarIsThereWithAProfileAndOffersTheCommands()
    {
        auto *bar = m_window->findChild<QWidget *>(QStringLiteral("filterBar"));
        QVERIFY(bar->isVisible());
        auto *button = bar->findChild<QToolButton *>(QStringLiteral("addFilter"));
        QCOMPARE(button->menu(), m_window->actions().menu("filters"));
        m_window->actions().at("close")->trigger();
        EMBER_TRY(!bar->isVisible());
    }

    void waitingIsNoQuestionWhereNobodyTells()
    {
        for (const char *name : {"countBusy", "countRunning", "countWaiting", "countAll"})
            QVERIFY(!action(name)->isEnabled()); // a chunk does not
        QVERIFY(action("countAll")->isChecked());
    }

    // V8's "(idle)": what is busy is known, what waits is not.
    void idleCallsTellWhoRan()
    {
        const QByteArray file = smallChunk().replace("\"wait\"", "\"(idle)\"");
        openAndWait(*m_window, {m_sandbox->write(QStringLiteral("b.json"), file)});
        QVERIFY(action("countBusy")->isEnabled() && action("countBusy")->isChecked());
        QVERIFY(!action("countRunning")->isEnabled());
        const auto samples = [&] {
            const auto &state = m_window->viewState();
            std::uint64_t count = 0;
            for (const auto &weight :
                 model::stackWeights(*state.spans()->profile(), state.sums().selection()))
                count += weight.samples;
            return count;
        };
        QCOMPARE(samples(), std::uint64_t(200));
        EMBER_TRY(chips() == QStringLiteral("idle left out: 50 %"));
        action("countAll")->trigger();
        QCOMPARE(samples(), std::uint64_t(400));
        QCOMPARE(chips(), QString());
        action("undoFilter")->trigger();
        QCOMPARE(samples(), std::uint64_t(200));
    }

private:
    views::FilterStack &filters() { return m_window->viewState().sums().filters(); }

    QAction *action(const char *name)
    {
        return m_window->actions().findChild<QAction *>(QString::fromLatin1(name));
    }

    QString chips()
    {
        QStringList texts;
        for (const auto *chip : m_window->findChildren<views::FilterChip *>())
            texts << chip->text();
        return texts.join(QStringLiteral(" | "));
    }

    void pointAtSomething()
    {
        views::ViewState &state = m_window->viewState();
        state.selection().select(
            views::BoxReference{state.threads().all().front(), 0, model::BoxIndex(0)});
    }

    static QModelIndex lastOpened(const QTreeView &view)
    {
        QModelIndex last = view.model()->index(0, 0);
        while (view.indexBelow(last).isValid())
            last = view.indexBelow(last);
        return last;
    }

    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<MainWindow> m_window;
};

EMBER_TEST(TstFilterCommands)
#include "tst_filtercommands.moc"
