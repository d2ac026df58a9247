// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/keysettingsform.h"
#include "app/window/actions.h"
#include "app/window/commandcontroller.h"
#include "app/window/panels.h"
#include "app/window/settingsdialog.h"
#include "tests/app/openandwait.h"
#include "tests/app/partof.h"
#include "tests/app/sandbox.h"
#include "tests/support/testmain.h"
#include "views/filters/filterbar.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/graph/flamegraphpanel.h"
#include "views/search/searchbar.h"
#include "views/state/filterstack.h"
#include "views/state/sumsquery.h"
#include "views/tables/calltreepanel.h"
#include "views/tables/topfunctionspanel.h"
#include "views/timeline/timelineview.h"

#include <QAbstractItemView>
#include <QAction>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSet>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

using namespace ember;
using namespace ember::app;
using namespace ember::tests;

namespace {

const QKeySequence keyA(Qt::Key_A);
const QKeySequence keyB(Qt::Key_B);
const QKeySequence keyC(Qt::Key_C);

Commands twoCommands()
{
    return {
        {.id = QStringLiteral("first"), .name = {}, .place = {}, .keys = {keyA}, .run = {}},
        {.id = QStringLiteral("second"), .name = {}, .place = {}, .keys = {keyB, keyC}, .run = {}}};
}

// With a small profile, and the keyboard.
void showInFront(MainWindow &window, const Sandbox &sandbox)
{
    openAndWait(window, {sandbox.write(QStringLiteral("a.json"), smallChunk())});
    window.show();
    window.activateWindow();
    EMBER_TRY(window.isActiveWindow());
}

} // namespace

// Keys that are others than the standard ones.
class TstKeySettings : public QObject {
    Q_OBJECT

private slots:
    // Tables would take the arrow for themselves.
    void theViewBeforeComesBackFromAnyPanel()
    {
        const Sandbox sandbox;
        MainWindow window;
        showInFront(window, sandbox);
        views::TimeZoom &zoom = window.viewState().zoom();
        const auto all = zoom.visible();
        const model::TimeRange part{all.start, all.start + all.duration() / 2};
        zoom.remember();
        zoom.show(part);
        Panels &panels = window.panels();
        for (QWidget *panel :
             {static_cast<QWidget *>(panels.functions), static_cast<QWidget *>(panels.callTree)}) {
            panels.raise(panel);
            auto *table = panel->findChild<QAbstractItemView *>();
            table->setFocus();
            EMBER_TRY(table->model()->rowCount() > 0);
            QTest::keyClick(table, Qt::Key_Left, Qt::AltModifier);
            QVERIFY(zoom.visible() == all);
            QTest::keyClick(table, Qt::Key_Right, Qt::AltModifier);
            QVERIFY(zoom.visible() == part);
        }
        QTest::keyClick(&window.timeline().chart(), Qt::Key_Left, Qt::AltModifier);
        QVERIFY(zoom.visible() == all);
    }

    // Its own zoom first; the chart's where nobody has zoomed the graph.
    void backFromAFlameGraphAndItsToolsUndoesItsZoom()
    {
        const Sandbox sandbox;
        MainWindow window;
        showInFront(window, sandbox);
        auto *panel = window.panels().flameGraph;
        window.panels().raise(panel);
        EMBER_TRY(!panel->graph().viewport().layout().rows().empty());
        views::TimeZoom &chart = window.viewState().zoom();
        chart.zoomAt(chart.visible().start, 2);
        auto *tool = panel->findChild<QToolButton *>(QStringLiteral("upwards"));
        for (QWidget *focused :
             {static_cast<QWidget *>(&panel->graph()), static_cast<QWidget *>(tool)}) {
            focused->setFocus();
            panel->graph().viewport().fit(
                panel->graph().viewport().layout().rows()[1].front().node);
            QVERIFY(!panel->graph().viewport().zoom().showsAll());
            QTest::keyClick(focused, Qt::Key_Left, Qt::AltModifier);
            QVERIFY(panel->graph().viewport().zoom().showsAll());
            QVERIFY(!chart.showsAll());
        }
        panel->graph().viewport().zoom().clearHistory();
        QTest::keyClick(tool, Qt::Key_Left, Qt::AltModifier);
        QVERIFY(chart.showsAll());
    }

    // But not from who writes a text.
    void theFollowKeyWorksInAllOfTheWindow()
    {
        const Sandbox sandbox;
        MainWindow window;
        showInFront(window, sandbox);
        QAction *follow = window.actions().at("follow");
        int presses = 0;
        connect(follow, &QAction::triggered, &window, [&] { ++presses; });
        const auto press = [&](QWidget *focused) {
            follow->setEnabled(true); // as while something is recorded
            QTest::keyClick(focused, Qt::Key_Z);
        };
        Panels &panels = window.panels();
        press(&window.timeline().chart());
        QCOMPARE(presses, 1);
        panels.raise(panels.functions);
        auto *table = panels.functions->findChild<QAbstractItemView *>();
        table->setFocus();
        press(table);
        QCOMPARE(presses, 2);
        panels.raise(panels.flameGraph);
        press(&panels.flameGraph->graph());
        QCOMPARE(presses, 3);
        auto *text = window.findChild<views::SearchBar *>()->findChild<QLineEdit *>();
        text->setFocus();
        press(text);
        QCOMPARE(text->text(), QStringLiteral("z"));
        QCOMPARE(presses, 3);
    }

    void whoGetsAKeyTakesItFromItsOwner()
    {
        KeyTable table(twoCommands(), {});
        QVERIFY(table.changes().changed.isEmpty());
        QVERIFY(table.add(0, keyB) == std::size_t(1));
        QCOMPARE(table.rows()[0].keys, (QList<QKeySequence>{keyA, keyB}));
        QCOMPARE(table.rows()[1].keys, QList<QKeySequence>{keyC});
        QVERIFY(!table.add(0, keyB)); // it has it
        QVERIFY(!table.add(0, {}));
        table.reset(1);
        QCOMPARE(table.rows()[0].keys, QList<QKeySequence>{keyA});
        QVERIFY(table.changes().changed.isEmpty());
    }

    void onlyWhatIsChangedIsKeptAndComesBack()
    {
        KeyTable table(twoCommands(), {});
        table.replace(0, keyC);
        const KeySettings changes = table.changes();
        QCOMPARE(changes.changed.size(), 2); // who lost it, too
        const KeyTable again(twoCommands(), changes);
        QCOMPARE(again.changes(), changes);
        QVERIFY(again.ownerOf(keyC) == std::size_t(0));
        QVERIFY(!again.ownerOf(keyA));
        table.resetAll();
        QVERIFY(table.changes().changed.isEmpty());
    }

    void settingsOfOtherVersionsDoNoHarm()
    {
        KeySettings settings;
        settings.changed.insert(QStringLiteral("gone"), keyA.toString());
        settings.changed.insert(QStringLiteral("first"), QStringLiteral("B; ; Nonsense"));
        const KeyTable table(twoCommands(), settings);
        QVERIFY(table.ownerOf(keyB) == std::size_t(0));
        QVERIFY(table.ownerOf(keyC) == std::size_t(1));
        QCOMPARE(table.rows().size(), std::size_t(2));
    }

    void keysOutliveTheirSettings()
    {
        const Sandbox sandbox;
        KeySettings keys;
        keys.changed.insert(QStringLiteral("open"), QStringLiteral("Ctrl+,; ;"));
        keys.changed.insert(QStringLiteral("close"), QString());
        Settings().setKeys(keys);
        QCOMPARE(Settings().keys(), keys);
    }

    void noTwoCommandsOfTheWindowShareAnIdOrAKey()
    {
        const Sandbox sandbox;
        MainWindow window;
        QSet<QString> ids;
        QSet<QString> keys;
        const KeyTable table = partOf<CommandController>(window).keyTable();
        for (const KeyTable::Row &row : table.rows()) {
            QVERIFY2(!ids.contains(row.id), qPrintable(row.id));
            ids.insert(row.id);
            for (const QKeySequence &key : row.keys) {
                QVERIFY2(!keys.contains(key.toString()), qPrintable(key.toString()));
                keys.insert(key.toString());
            }
        }
    }

    void aKeyIsSetInTheDialogAndHoldsAtOnce()
    {
        const Sandbox sandbox;
        MainWindow window;
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), smallChunk())});
        SettingsDialog &dialog = openSettings(window);
        choose(dialog, "FitAll");
        press(dialog, Qt::Key_P); // pinning has it
        auto *notice = dialog.findChild<QLabel *>(QStringLiteral("keyNotice"));
        QVERIFY2(notice->text().contains(QLatin1String("Pin the Thread")),
                 qPrintable(notice->text()));
        click(dialog, "setKey");
        QVERIFY(notice->text().isEmpty());
        dialog.accept();
        QVERIFY(window.actions().at("pinThread")->shortcut().isEmpty());
        QVERIFY(window.actions().at("fitAll")->toolTip().contains(QLatin1String("(P)")));
        views::ViewState &state = window.viewState();
        state.zoom().zoomAt(state.profile().origin(), 4);
        QTest::keyClick(&window.timeline().chart(), Qt::Key_0);
        QVERIFY(!state.zoom().showsAll());
        QTest::keyClick(&window.timeline().chart(), Qt::Key_P);
        QVERIFY(state.zoom().showsAll());
        MainWindow next;
        QVERIFY(next.actions().at("pinThread")->shortcut().isEmpty());
    }

    void whatBeginsWithWhatIsTypedStandsFirst()
    {
        const Sandbox sandbox;
        MainWindow window;
        SettingsDialog &dialog = openSettings(window);
        auto *list = dialog.findChild<QTreeWidget *>(QStringLiteral("keyRows"));
        const auto &rows = dialog.findChild<KeySettingsForm *>()->table().rows();
        auto *field = list->parentWidget()->findChild<QLineEdit *>();
        for (const char *typed : {"find", "open", "s", "commands", "next "}) {
            const QString text = QString::fromLatin1(typed);
            field->setText(text);
            const auto *first = list->topLevelItem(0);
            QVERIFY2(first->text(0).startsWith(text.trimmed(), Qt::CaseInsensitive),
                     qPrintable(first->text(0)));
            QCOMPARE(list->currentItem(), first);
        }
        const QString name = list->currentItem()->text(0);
        click(dialog, "noKey");
        QVERIFY(list->currentItem()->text(2).isEmpty());
        for (const KeyTable::Row &row : rows)
            QVERIFY(row.name != name || row.keys.isEmpty());
        field->clear(); // as before, and the choice stays
        QCOMPARE(list->currentItem()->text(0), name);
        for (std::size_t row = 0; row < rows.size(); ++row)
            QCOMPARE(list->topLevelItem(static_cast<int>(row))->text(0), rows[row].name);
        dialog.reject();
    }

    void aPresetGivesTheKeysOfAnotherTool()
    {
        const Sandbox sandbox;
        MainWindow window;
        KeyTable table = partOf<CommandController>(window).keyTable();
        const auto keysOf = [&](const char *id) {
            for (const KeyTable::Row &row : table.rows()) {
                if (row.id == QLatin1String(id))
                    return row.keys;
            }
            return QList<QKeySequence>();
        };
        table.apply(KeyPreset::Speedscope);
        QVERIFY(keysOf("ScrollUp").contains(QKeySequence(Qt::Key_W))); // W moves there
        QVERIFY(!keysOf("ZoomIn").contains(QKeySequence(Qt::Key_W)));
        QVERIFY(keysOf("leftHeavy").contains(QKeySequence(Qt::Key_2)));
        table.apply(KeyPreset::Perfetto);
        QVERIFY(keysOf("ZoomIn").contains(QKeySequence(Qt::Key_W)));
        QVERIFY(keysOf("SelectNextSibling").contains(QKeySequence(Qt::Key_Period)));
        table.apply(KeyPreset::Standard);
        QVERIFY(table.changes().changed.isEmpty());
    }

    void chartKeysWorkFromATableButNotInAField()
    {
        const Sandbox sandbox;
        MainWindow window;
        showInFront(window, sandbox);
        auto *panel = window.panels().functions;
        window.panels().raise(panel);
        auto *table = panel->findChild<QAbstractItemView *>();
        EMBER_TRY(table->model()->rowCount() > 0);
        table->setFocus();
        EMBER_TRY(table->hasFocus());
        QTest::keyClick(table, Qt::Key_W);
        EMBER_TRY(!window.viewState().zoom().showsAll());
        QTest::keyClick(table, Qt::Key_0);
        EMBER_TRY(window.viewState().zoom().showsAll());
        auto *field = window.findChild<QLineEdit *>(QStringLiteral("filterText"));
        field->setFocus();
        EMBER_TRY(field->hasFocus());
        QTest::keyClick(field, Qt::Key_W);
        QCOMPARE(field->text(), QStringLiteral("w"));
        QVERIFY(window.viewState().zoom().showsAll());
    }

    void aFilterThatIsEnteredGivesTheFocusBackAndIsUndone()
    {
        const Sandbox sandbox;
        MainWindow window;
        showInFront(window, sandbox);
        window.timeline().chart().setFocus();
        EMBER_TRY(window.timeline().chart().hasFocus());
        auto *field = window.findChild<QLineEdit *>(QStringLiteral("filterText"));
        field->setFocus();
        EMBER_TRY(field->hasFocus());
        QTest::keyClicks(field, QStringLiteral("comp"));
        QTest::keyClick(field, Qt::Key_Return);
        const auto &filters = window.viewState().sums().filters();
        QCOMPARE(filters.calls().size(), std::size_t(1));
        EMBER_TRY(window.timeline().chart().hasFocus());
        field->setFocus(); // empty by now
        EMBER_TRY(field->hasFocus());
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(filters.calls().size(), std::size_t(0));
    }

    void theStandardKeysComeBack()
    {
        const Sandbox sandbox;
        MainWindow window;
        SettingsDialog &dialog = openSettings(window);
        choose(dialog, "open");
        press(dialog, Qt::Key_F12);
        click(dialog, "addKey");
        choose(dialog, "close");
        click(dialog, "noKey");
        dialog.accept();
        QVERIFY(window.actions().at("open")->shortcuts().contains(QKeySequence(Qt::Key_F12)));
        QVERIFY(window.actions().at("close")->shortcuts().isEmpty());
        SettingsDialog &again = openSettings(window);
        choose(again, "open");
        click(again, "resetKey");
        again.accept();
        QCOMPARE(window.actions().at("open")->shortcuts(),
                 QList<QKeySequence>{QKeySequence(QKeySequence::Open)});
        SettingsDialog &last = openSettings(window);
        click(last, "resetAllKeys");
        last.accept();
        QCOMPARE(window.actions().at("close")->shortcut(), QKeySequence(QKeySequence::Close));
        QVERIFY(Settings().keys().changed.isEmpty());
    }

    void cancelledChangesAreNone()
    {
        const Sandbox sandbox;
        MainWindow window;
        SettingsDialog &dialog = openSettings(window);
        click(dialog, "resetAllKeys");
        choose(dialog, "open");
        click(dialog, "noKey");
        dialog.reject();
        QVERIFY(!window.actions().at("open")->shortcuts().isEmpty());
        QVERIFY(Settings().keys().changed.isEmpty());
    }

private:
    // The newest: those before delete themselves a little later.
    static SettingsDialog &openSettings(MainWindow &window)
    {
        window.actions().at("settings")->trigger();
        return *window.findChildren<SettingsDialog *>().constLast();
    }

    static void choose(SettingsDialog &dialog, const char *id)
    {
        const auto &rows = dialog.findChild<KeySettingsForm *>()->table().rows();
        auto *list = dialog.findChild<QTreeWidget *>(QStringLiteral("keyRows"));
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (rows[row].id == QLatin1String(id))
                list->setCurrentItem(list->topLevelItem(static_cast<int>(row)));
        }
    }

    // The field waits a little whether another key follows.
    static void press(SettingsDialog &dialog, Qt::Key key)
    {
        QTest::keyClick(dialog.findChild<QKeySequenceEdit *>(), key);
        EMBER_TRY(dialog.findChild<QPushButton *>(QStringLiteral("addKey"))->isEnabled());
    }

    static void click(SettingsDialog &dialog, const char *button)
    {
        dialog.findChild<QPushButton *>(QString::fromLatin1(button))->click();
    }
};

EMBER_TEST(TstKeySettings)
#include "tst_keysettings.moc"
