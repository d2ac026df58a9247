// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commandpalette.h"
#include "app/languages.h"
#include "app/start/startpage.h"
#include "app/window/actions.h"
#include "app/window/commandcontroller.h"
#include "app/window/panels.h"
#include "tests/app/openandwait.h"
#include "tests/app/partof.h"
#include "tests/app/sandbox.h"
#include "tests/support/testmain.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/graph/flamegraphpanel.h"
#include "views/graph/graphwidget.h"
#include "views/lists/framespanel.h"
#include "views/tables/calltreepanel.h"
#include "views/tables/topfunctionspanel.h"
#include "views/text/durationtext.h"
#include "views/timeline/timelineview.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QMap>
#include <QMenu>
#include <QMenuBar>
#include <QSet>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>
#include <QTranslator>
#include <QTreeView>
#include <QTreeWidget>

using namespace ember;
using namespace ember::app;
using namespace ember::tests;

// What can be done by name, and the palette that finds it.
class TstCommands : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_sandbox = std::make_unique<Sandbox>();
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        m_window->activateWindow();
    }

    void cleanup()
    {
        m_window.reset();
        m_sandbox.reset();
    }

    void lettersMatchInTheirOrderAndWordsInAny()
    {
        const QString name = QStringLiteral("Callers and Callees of the Function");
        QVERIFY(fuzzyMatch(QStringLiteral("cacf"), name));
        QVERIFY(fuzzyMatch(QStringLiteral("function call"), name));
        QVERIFY(fuzzyMatch(QStringLiteral("CALLEES"), name));
        QVERIFY(fuzzyMatch(QString(), name));
        QVERIFY(!fuzzyMatch(QStringLiteral("functionc"), name));
        QVERIFY(!fuzzyMatch(QStringLiteral("x"), QString()));
    }

    void startsOfWordsAndRunsOfLettersCountMore()
    {
        const auto worth = [](const char *typed, const char *text) {
            return fuzzyMatch(QString::fromLatin1(typed), QString::fromLatin1(text)).value();
        };
        QVERIFY(worth("fg", "Flame Graph") > worth("fg", "Show Configuration"));
        QVERIFY(worth("open", "Open Recent") > worth("open", "Top Functions seen"));
        QVERIFY(worth("open", "Open") > worth("open", "Open in Editor"));
    }

    void everyCommandOfTheWindowIsOffered()
    {
        open();
        QSet<QString> offered;
        for (const Command &command : partOf<CommandController>(*m_window).commands())
            offered.insert(command.id);
        for (const QAction *action : m_window->actions().findChildren<QAction *>()) {
            if (!action->objectName().isEmpty())
                QVERIFY2(offered.contains(action->objectName()), qPrintable(action->objectName()));
        }
    }

    void aMenusCommandHasTheKeysOfTheChartToo()
    {
        for (const Command &command : partOf<CommandController>(*m_window).commands()) {
            if (command.id == QLatin1String("fitAll"))
                QCOMPARE(command.keys, QList<QKeySequence>{QKeySequence(Qt::Key_0)});
            QVERIFY(command.id != QLatin1String("FitAll"));
        }
    }

    void theKeyOpensThePaletteAndEnterRunsWhatWasFound()
    {
        open();
        CommandPalette &palette = openPalette();
        type(palette, "call tree");
        QTest::keyClick(line(palette), Qt::Key_Return);
        EMBER_TRY(!m_window->panels().find(QStringLiteral("calltree"))->visibleRegion().isEmpty());
        EMBER_TRY(!m_window->findChild<CommandPalette *>());
    }

    void theArrowKeysChooseWhileOneTypes()
    {
        open();
        CommandPalette &palette = openPalette();
        type(palette, "zoom");
        auto *view = palette.findChild<QTreeView *>();
        QCOMPARE(view->currentIndex().row(), 0);
        QTest::keyClick(line(palette), Qt::Key_Down);
        QCOMPARE(view->currentIndex().row(), 1);
        QTest::keyClick(line(palette), Qt::Key_Up);
        QCOMPARE(view->currentIndex().row(), 0);
        QTest::keyClick(line(palette), Qt::Key_Escape);
        EMBER_TRY(!m_window->findChild<CommandPalette *>());
        QVERIFY(m_window->viewState().zoom().showsAll());
    }

    void aCommandOfTheChartsGoesToTheViewThatHadTheKeyboard()
    {
        open();
        auto &graph = m_window->panels().flameGraph->graph();
        m_window->panels().raise(m_window->panels().flameGraph);
        EMBER_TRY(graph.viewport().tree() != nullptr);
        graph.setFocus();
        run("Zoom in at the pointer");
        EMBER_TRY(!graph.viewport().zoom().showsAll());
        QVERIFY(m_window->viewState().zoom().showsAll());
        m_window->actions().at("showChart")->trigger();
        run("Zoom in at the pointer");
        EMBER_TRY(!m_window->viewState().zoom().showsAll());
    }

    void whatIsTypedAsItIsComesBeforeScatteredLetters()
    {
        open();
        const auto first = [this](const char *typed) {
            CommandModel model(partOf<CommandController>(*m_window).commands());
            model.setTyped(QString::fromLatin1(typed));
            return model.rowCount() == 0 ? Command() : model.at(0);
        };
        QVERIFY2(first("theme").place.contains(QStringLiteral("Theme")),
                 qPrintable(first("theme").name));
        QVERIFY(first("split").id.startsWith(QStringLiteral("split")));
        QCOMPARE(first("pprof").id, QStringLiteral("exportProfile")); // by its formats
        QVERIFY(first("debuginfod").name.contains(QStringLiteral("Symbols")));
    }

    void aThreadIsShownFromAnyView()
    {
        open();
        m_window->actions().at("showCallTree")->trigger();
        run("Go to thread");
        EMBER_TRY(m_window->timeline().chart().isVisible());
    }

    void theMenusFitOnALowScreen()
    {
        constexpr int rowsOfLowScreen = 30; // 720 pixels, with the usual font
        const Actions &actions = m_window->actions();
        const int row = actions.menu("file")->actionGeometry(actions.at("open")).height();
        QVERIFY(row > 0);
        for (const QAction *top : m_window->menuBar()->actions())
            QVERIFY2(top->menu()->sizeHint().height() < rowsOfLowScreen * row,
                     qPrintable(top->text()));
    }

    void aMenuHasEachLetterOnce_data()
    {
        QTest::addColumn<QLocale::Language>("language");
        QTest::newRow("English") << QLocale::English;
        QTest::newRow("German") << QLocale::German;
    }

    // A letter that two entries have opens neither.
    void aMenuHasEachLetterOnce()
    {
        QFETCH(QLocale::Language, language);
        m_window.reset();
        installLanguage(QLocale(language));
        m_window = std::make_unique<MainWindow>(Remember::No);
        QStringList doubled;
        const auto look = [&doubled](const QWidget &bar) {
            QMap<QString, QString> seen;
            for (const QAction *action : bar.actions()) {
                const QString letter = QKeySequence::mnemonic(action->text()).toString();
                if (letter.isEmpty())
                    continue;
                if (seen.contains(letter))
                    doubled << seen[letter] % QStringLiteral(" / ") % action->text();
                seen.insert(letter, action->text());
            }
        };
        std::vector<const QWidget *> menus{m_window->menuBar()};
        while (!menus.empty()) {
            const QWidget *menu = menus.back();
            menus.pop_back();
            look(*menu);
            for (const QAction *action : menu->actions()) {
                if (action->menu())
                    menus.push_back(action->menu());
            }
        }
        for (QTranslator *translator : QCoreApplication::instance()->findChildren<QTranslator *>())
            delete translator;
        QVERIFY2(doubled.isEmpty(), qPrintable(doubled.join(u'\n')));
    }

    void anotherMachineIsAFieldOfTheLaunch()
    {
        m_window->actions().at("launchRemote")->trigger();
        auto *host = partOf<StartPage>(*m_window).findChild<QLineEdit *>(QStringLiteral("host"));
        QVERIFY(host->isVisible());
        EMBER_TRY(host->hasFocus());
    }

    void whatIsNotFoundIsSaid()
    {
        open();
        CommandPalette &palette = openPalette();
        const auto *nothing = palette.findChild<QLabel *>(QStringLiteral("nothingFound"));
        QVERIFY(nothing->isHidden());
        type(palette, "qqqqxyzzy");
        EMBER_TRY(!nothing->isHidden());
        QVERIFY(nothing->text().contains(QStringLiteral("qqqqxyzzy")));
    }

    void functionsAreFoundByTheirNames()
    {
        open();
        m_window->viewState().selection().setSearchText(QStringLiteral("mine"));
        pickFunction("compu", "Function compute");
        // The chart is open: it goes to a call.
        const auto &selection = m_window->viewState().selection();
        EMBER_TRY(selection.box().has_value());
        QCOMPARE(selectedName(), QStringLiteral("compute"));
        QCOMPARE(views::frameOf(*m_window->document().spans(), *selection.box()),
                 selection.function());
        QCOMPARE(&m_window->panels().currentView(),
                 static_cast<QWidget *>(m_window->panels().timeline));
        QCOMPARE(selection.searchText(), QStringLiteral("mine"));
    }

    void aFunctionIsShownInTheViewThatIsOpen()
    {
        open();
        Panels &panels = m_window->panels();
        for (QWidget *view :
             {static_cast<QWidget *>(panels.callTree), static_cast<QWidget *>(panels.functions)}) {
            m_window->viewState().selection().setFunction({});
            panels.raise(view);
            pickFunction("compu", "Function compute");
            EMBER_TRY(selectedName() == QStringLiteral("compute"));
            QCOMPARE(&panels.currentView(), view);
        }
        panels.raise(panels.frames); // it has no functions
        pickFunction("wai", "Function wait");
        EMBER_TRY(selectedName() == QStringLiteral("wait"));
        QCOMPARE(&panels.currentView(), static_cast<QWidget *>(panels.timeline));
    }

    // Whatever it is: letters of a command that are scattered are worth less.
    void whatIsCalledAsTypedComesFirst()
    {
        const auto called = [](const char *name, const QStringList &names = {}) {
            Command command;
            command.name = QString::fromLatin1(name);
            command.called = names;
            return command;
        };
        CommandModel model({called("Maintenance"), called("Search in Domain"), called("Main"),
                            called("Go to thread main", {QStringLiteral("main")})});
        model.setTyped(QStringLiteral("main"));
        model.setFound(
            {called("Function main", {QStringLiteral("main")}),
             called("Function run", {QStringLiteral("a::mainly()"), QStringLiteral("mainly")}),
             called("Function domain", {QStringLiteral("domain")})});
        QStringList names;
        for (int row = 0; row < model.rowCount(); ++row)
            names << model.at(row).name;
        QCOMPARE(names,
                 QStringList({QStringLiteral("Main"), QStringLiteral("Go to thread main"),
                              QStringLiteral("Function main"), QStringLiteral("Maintenance"),
                              QStringLiteral("Function run"), QStringLiteral("Search in Domain"),
                              QStringLiteral("Function domain")}));
    }

    void aFunctionThatIsCalledAsTypedIsRunByEnter()
    {
        open();
        CommandPalette &palette = openPalette();
        type(palette, "compute");
        const auto *view = palette.findChild<QTreeView *>();
        EMBER_TRY(view->model()->index(0, 0).data() == QStringLiteral("Function compute"));
        EMBER_TRY(view->currentIndex().row() == 0);
        QTest::keyClick(line(palette), Qt::Key_Return);
        EMBER_TRY(selectedName() == QStringLiteral("compute"));
    }

    void menusShowTheKeysOfTheCharts()
    {
        QVERIFY(m_window->actions().at("fitAll")->text().endsWith(QStringLiteral("\t0")));
        for (const Command &command : partOf<CommandController>(*m_window).commands())
            QVERIFY2(!command.name.contains(QLatin1Char('\t')), qPrintable(command.name));
    }

    void whatNobodyTakesBringsItsViewToTheFront()
    {
        open();
        auto *callers =
            m_window->panels().flameGraph->findChild<QToolButton *>(QStringLiteral("inverted"));
        QVERIFY(!callers->isChecked());
        run("Turn a flame graph");
        EMBER_TRY(callers->isChecked());
        QVERIFY(!m_window->panels().flameGraph->visibleRegion().isEmpty());
    }

    void aHiddenThreadIsShownWhenOneGoesToIt()
    {
        open();
        views::ViewState &state = m_window->viewState();
        const auto last = state.threads().all().back();
        state.threads().setShown(last, views::Shown::No);
        Commands commands = partOf<CommandController>(*m_window).commands();
        commands.back().run();
        QVERIFY(state.threads().isShown(last));
        state.threads().setShown(last, views::Shown::No);
        open(); // the index means nothing any more
        m_window->viewState().threads().setShown(last, views::Shown::No);
        commands.back().run();
        QVERIFY(!m_window->viewState().threads().isShown(last));
    }

    void whatCannotBeDoneComesLastAndIsNotRun()
    {
        CommandModel model(partOf<CommandController>(*m_window).commands()); // nothing is open
        model.setTyped(QStringLiteral("save for sentry"));
        QVERIFY(model.rowCount() > 0);
        QCOMPARE(model.at(0).id, QStringLiteral("save"));
        QVERIFY(!(model.flags(model.index(0, 0)) & Qt::ItemIsEnabled));
        bool wasOff = false;
        model.setTyped({});
        for (int row = 0; row < model.rowCount(); ++row) {
            const bool isOff = model.at(row).available == Available::No;
            QVERIFY(isOff || !wasOff);
            wasOff = isOff;
        }
        QVERIFY(wasOff);
    }

    void theManualIsInTheProgramWithoutWhatOnlyTheSourcesHave()
    {
        m_window->actions().at("manual")->trigger();
        auto *const manual = m_window->findChild<QTextBrowser *>(QStringLiteral("manual"));
        QVERIFY(manual);
        const QString text = manual->toPlainText();
        for (const char *said : {"The window", "folds threads to lanes", "emberchart-cli record",
                                 "Firefox Profiler", "What to know before you trust it"})
            QVERIFY2(text.contains(QLatin1String(said)), said);
        for (const char *left : {"./dev", "](", "![", "README.md", "SECURITY.md"})
            QVERIFY2(!text.contains(QLatin1String(left)), left);
        const QString html = manual->toHtml();
        QVERIFY(!html.contains(QStringLiteral("<img")) && !html.contains(QStringLiteral("href")));
    }

    void theListOfKeysIsMadeOfTheSameCommands()
    {
        m_window->actions().at("keys")->trigger();
        QTreeWidget *sheet = nullptr;
        EMBER_TRY((sheet = m_window->findChild<QTreeWidget *>(QStringLiteral("keySheet"))));
        for (const Command &command : partOf<CommandController>(*m_window).commands()) {
            for (const QKeySequence &key : command.keys)
                QVERIFY2(!sheet
                              ->findItems(key.toString(QKeySequence::NativeText),
                                          Qt::MatchContains | Qt::MatchRecursive, 1)
                              .isEmpty(),
                         qPrintable(command.name));
        }
        const auto isThere = [&](const char *text, int column) {
            return !sheet
                        ->findItems(QString::fromLatin1(text),
                                    Qt::MatchContains | Qt::MatchRecursive, column)
                        .isEmpty();
        };
        QVERIFY(isThere("middle click", 1));
        QVERIFY(isThere("middle drag", 1));
        QVERIFY(isThere("Undo Filter, Range or Threads", 0));

        auto *filter = sheet->parentWidget()->findChild<QLineEdit *>();
        const auto shown = [&] {
            QStringList names;
            for (int place = 0; place < sheet->topLevelItemCount(); ++place) {
                const QTreeWidgetItem *group = sheet->topLevelItem(place);
                for (int row = 0; row < group->childCount(); ++row) {
                    if (!group->isHidden() && !group->child(row)->isHidden())
                        names << group->child(row)->text(0);
                }
            }
            return names;
        };
        const auto all = shown().size();
        filter->setText(QStringLiteral("undo filter"));
        QCOMPARE(shown(), QStringList{QStringLiteral("Undo Filter, Range or Threads")});
        filter->clear();
        QCOMPARE(shown().size(), all);
        QVERIFY(!m_window->actions().at("manual")->shortcut().isEmpty());
    }

private:
    void open()
    {
        openAndWait(*m_window, {m_sandbox->write(QStringLiteral("a.json"), smallChunk())});
    }

    // By its key, which is the active window's.
    CommandPalette &openPalette()
    {
        [this] {
            EMBER_TRY(!m_window->findChild<CommandPalette *>());
            m_window->activateWindow();
            EMBER_TRY(m_window->isActiveWindow());
        }();
        QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        return *m_window->findChild<CommandPalette *>();
    }

    static QLineEdit *line(CommandPalette &palette) { return palette.findChild<QLineEdit *>(); }

    static void type(CommandPalette &palette, const char *text)
    {
        QTest::keyClicks(line(palette), QString::fromLatin1(text));
    }

    void run(const char *name)
    {
        CommandPalette &palette = openPalette();
        type(palette, name);
        QTest::keyClick(line(palette), Qt::Key_Return);
    }

    // Finds a function by the palette and takes it.
    void pickFunction(const char *typed, const char *row)
    {
        CommandPalette &palette = openPalette();
        type(palette, typed);
        auto *view = palette.findChild<QTreeView *>();
        const auto found = [&] {
            return view->model()->match(view->model()->index(0, 0), Qt::DisplayRole,
                                        QString::fromLatin1(row), 1, Qt::MatchExactly);
        };
        EMBER_TRY(!found().isEmpty());
        view->setCurrentIndex(found().first());
        QTest::keyClick(line(palette), Qt::Key_Return);
        EMBER_TRY(!m_window->findChild<CommandPalette *>());
    }

    QString selectedName()
    {
        const auto function = m_window->viewState().selection().function();
        return function.isValid()
            ? views::fromUtf8(frameName(*m_window->document().spans()->profile(), function))
            : QString();
    }

    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<MainWindow> m_window;
};

EMBER_TEST(TstCommands)
#include "tst_commands.moc"
