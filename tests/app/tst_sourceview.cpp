// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/look/messagebar.h"
#include "app/window/actions.h"
#include "app/window/panels.h"
#include "app/window/settingsdialog.h"
#include "tests/app/fakeeditor.h"
#include "tests/app/openandwait.h"
#include "tests/app/partof.h"
#include "tests/app/sandbox.h"
#include "tests/capturelog/logfixture.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "views/code/disassemblypanel.h"
#include "views/code/sourcepanel.h"
#include "views/details/detailspanel.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTableWidget>
#include <QTest>
#include <QTimer>
#include <QTreeWidget>

#include <algorithm>

using namespace ember;
using namespace ember::app;
using namespace ember::tests;

// Source in the window: found, shown by the user, opened in an editor. The chunk's function compute
// is at line 12 of work.py.
class TstSourceView : public QObject {
    Q_OBJECT

private slots:
    void sourceBesideTheProfileIsFound()
    {
        const Sandbox sandbox;
        const QString file = sandbox.write(QStringLiteral("work.py"), lines(20));
        MainWindow window;
        open(window, sandbox);
        window.actions().at("showSource")->trigger();
        chooseCompute(window);
        EMBER_TRY(window.panels().source->answer().file
                  && window.panels().source->answer().file->path == file);
        EMBER_TRY(window.panels().source->place());
        QCOMPARE(window.panels().source->place()->line, 12U);
    }

    void aScriptHasNoColumnOfMachineCodeUnlessItIsAskedFor()
    {
        const Sandbox sandbox;
        MainWindow window;
        open(window, sandbox);
        const Panels &panels = window.panels();
        window.actions().at("showSource")->trigger();
        QVERIFY(panels.source->isVisible() && panels.disassembly->isVisible());
        const auto scopes = [&](QWidget *panel) {
            const auto found = panel->findChildren<QLabel *>(QStringLiteral("scope"));
            return std::ranges::count_if(found, &QWidget::isVisible);
        };
        QCOMPARE(scopes(panels.source), 1);
        QCOMPARE(scopes(panels.disassembly), 0); // once is enough
        chooseCompute(window);
        QVERIFY(panels.source->isVisible() && !panels.disassembly->isVisible());
        window.actions().at("showDisassembly")->trigger();
        QVERIFY(panels.disassembly->isVisible());
        window.actions().at("showSource")->trigger();
        QVERIFY(!panels.disassembly->isVisible());
    }

    void aFileThatTheUserShowsIsFoundFromThenOn()
    {
        const Sandbox sandbox;
        QVERIFY(QDir().mkdir(sandbox.path(QStringLiteral("elsewhere"))));
        const QString file = sandbox.write(QStringLiteral("elsewhere/work.py"), lines(20));
        MainWindow window;
        open(window, sandbox);
        window.actions().at("showSource")->trigger();
        chooseCompute(window);
        auto *locate =
            window.panels().source->findChild<QPushButton *>(QStringLiteral("locateSource"));
        EMBER_TRY(locate->isVisible());
        locate->click();
        auto *dialog = window.findChild<QFileDialog *>(QStringLiteral("locateDialog"));
        QVERIFY(dialog);
        dialog->setDirectory(QFileInfo(file).absolutePath());
        dialog->selectFile(file);
        QMetaObject::invokeMethod(dialog, "accept");
        EMBER_TRY(window.panels().source->answer().file->path == file);
        QCOMPARE(Settings().source().mappings,
                 (views::PathMappings{{QString(), QFileInfo(file).absolutePath()}}));
    }

    void relativePathsCountFromWhereTheProgramRan()
    {
        const Sandbox sandbox;
        QVERIFY(QDir().mkpath(sandbox.path(QStringLiteral("ran/src"))));
        const QString file = sandbox.write(QStringLiteral("ran/src/leaf.cpp"), lines(20));
        const auto log =
            smallLog({sandbox.path(QStringLiteral("ran")).toStdString(), "src/leaf.cpp"});
        useFakeEditor(sandbox);
        MainWindow window;
        window.show();
        openAndWait(window,
                    {sandbox.write(QStringLiteral("a.ember"), QByteArray::fromStdString(log))});
        window.actions().at("showSource")->trigger();
        window.viewState().selection().setFunction(
            frameCalled(*window.viewState().spans()->profile(), "leaf()"));
        EMBER_TRY(window.panels().source->answer().file
                  && window.panels().source->answer().file->path == file);
        window.actions().at("openInEditor")->trigger();
        EMBER_TRY(editorArguments(sandbox) == "12\n" + file.toUtf8() + '\n');
    }

    // It was an option of the editor once: its folder is what the file says.
    void aHostileWorkingFolderIsNoOptionOfTheEditor()
    {
        const Sandbox sandbox;
        const QString folder = QStringLiteral("-c!touch PWNED");
        QVERIFY(QDir().mkpath(sandbox.path(folder)));
        sandbox.write(folder + QStringLiteral("/leaf.cpp"), lines(20));
        const auto log = smallLog({folder.toStdString(), "leaf.cpp"});
        useFakeEditor(sandbox);
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(sandbox.path(QString())));
        MainWindow window;
        window.show();
        openAndWait(window,
                    {sandbox.write(QStringLiteral("a.ember"), QByteArray::fromStdString(log))});
        window.viewState().selection().setFunction(
            frameCalled(*window.viewState().spans()->profile(), "leaf()"));
        window.actions().at("openInEditor")->trigger();
        const QString said = partOf<MessageBar>(window).message().text;
        QVERIFY(QDir::setCurrent(before));
        QVERIFY2(said.contains(QStringLiteral("leaf.cpp")), qPrintable(said));
        QCOMPARE(editorArguments(sandbox), QByteArray());
    }

    void theEditorOpensTheFunctionWhereItWasSeen()
    {
        const Sandbox sandbox;
        const QString file = sandbox.write(QStringLiteral("work.py"), lines(20));
        useFakeEditor(sandbox);
        MainWindow window;
        open(window, sandbox);
        chooseCompute(window);
        window.actions().at("openInEditor")->trigger();
        EMBER_TRY(editorArguments(sandbox) == "12\n" + file.toUtf8() + '\n');
    }

    void theEditorOpensTheLineThatTheSourceViewIsAt()
    {
        const Sandbox sandbox;
        const QString file = sandbox.write(QStringLiteral("work.py"), lines(20));
        useFakeEditor(sandbox);
        MainWindow window;
        open(window, sandbox);
        window.actions().at("showSource")->trigger();
        chooseCompute(window);
        EMBER_TRY(window.panels().source->place());
        auto *view = window.panels().source->findChild<QTableView *>();
        view->setCurrentIndex(view->model()->index(4, 0));
        window.actions().at("openInEditor")->trigger();
        EMBER_TRY(editorArguments(sandbox) == "5\n" + file.toUtf8() + '\n');
    }

    void whatCannotBeOpenedIsSaid()
    {
        const Sandbox sandbox;
        MainWindow window;
        open(window, sandbox);
        chooseCompute(window);
        window.actions().at("openInEditor")->trigger();
        QVERIFY(partOf<MessageBar>(window).message().text.contains(QStringLiteral("work.py")));
        QCOMPARE(partOf<MessageBar>(window).message().actions.size(), 1);
        QVERIFY(partOf<MessageBar>(window).message().details.contains(
            sandbox.path(QStringLiteral("work.py"))));

        sandbox.write(QStringLiteral("work.py"), lines(20));
        setEditor(QStringLiteral("no-such-editor %f"));
        window.actions().at("openInEditor")->trigger();
        QVERIFY(
            partOf<MessageBar>(window).message().text.contains(QStringLiteral("no-such-editor")));
        setEditor(QStringLiteral("e %x"));
        window.actions().at("openInEditor")->trigger();
        QVERIFY(partOf<MessageBar>(window).message().text.contains(QStringLiteral("e %x")));
    }

    void detailsOfferTheSourceOfTheirCall()
    {
        const Sandbox sandbox;
        MainWindow window;
        open(window, sandbox);
        chooseCompute(window);
        const auto compute = window.viewState().selection().function();
        window.viewState().selection().setFunction({});
        auto *rows = window.panels().details->findChild<QTreeWidget *>();
        bool isOffered = false;
        QTimer::singleShot(0, &window, [&] {
            const auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            isOffered = menu && menu->actions().contains(window.actions().at("openInEditor"))
                && menu->actions().contains(window.actions().at("showSource"));
            if (menu)
                QApplication::activePopupWidget()->close();
        });
        emit rows->customContextMenuRequested({5, 5});
        QVERIFY(isOffered);
        QVERIFY(window.viewState().selection().function() == compute);
    }

    void editorAndMappingsAreSetInTheSettings()
    {
        const Sandbox sandbox;
        const SourceSettings before{.mappings = {{QStringLiteral("/a"), QStringLiteral("/b")}},
                                    .editor = QStringLiteral("e %f")};
        Settings settings;
        settings.setSource(before);
        SettingsDialog untouched(settings, {});
        untouched.accept();
        QCOMPARE(settings.source(), before);

        SettingsDialog dialog(settings, {});
        dialog.findChild<QComboBox *>(QStringLiteral("editor"))->setEditText(QStringLiteral("x"));
        auto *mappings = dialog.findChild<QTableWidget *>(QStringLiteral("mappings"));
        dialog.findChild<QPushButton *>(QStringLiteral("addMapping"))->click();
        mappings->item(1, 1)->setText(QStringLiteral("/c"));
        dialog.findChild<QPushButton *>(QStringLiteral("addMapping"))->click(); // stays empty
        mappings->selectRow(0);
        dialog.findChild<QPushButton *>(QStringLiteral("removeMapping"))->click();
        dialog.accept();
        QCOMPARE(settings.source(),
                 (SourceSettings{.mappings = {{QString(), QStringLiteral("/c")}},
                                 .editor = QStringLiteral("x")}));
    }

private:
    static QByteArray lines(int count) { return QByteArray("pass\n").repeated(count); }

    static void setEditor(const QString &command)
    {
        SourceSettings source = Settings().source();
        source.editor = command;
        Settings().setSource(source);
    }

    static void useFakeEditor(const Sandbox &sandbox)
    {
        setEditor(writeFakeEditor(sandbox, QStringLiteral("editor")) + QStringLiteral(" %l %f"));
    }

    static void open(MainWindow &window, const Sandbox &sandbox)
    {
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), smallChunk())});
    }

    // Its first box in the chart.
    static void chooseCompute(MainWindow &window)
    {
        views::ViewState &state = window.viewState();
        for (const auto thread : state.threads().all()) {
            const views::BoxReference box{thread, 1, model::BoxIndex(0)};
            if (!holds(*state.spans(), box)
                || frameName(*state.spans()->profile(), frameOf(*state.spans(), box)) != "compute")
                continue;
            state.selection().select(box);
            return;
        }
        QFAIL("no such function");
    }
};

EMBER_TEST(TstSourceView)
#include "tst_sourceview.moc"
