// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/missingnames.h"
#include "app/symbols/symbolsdialog.h"
#include "app/window/actions.h"
#include "app/window/namescontroller.h"
#include "model/profile/profilebuilder.h"
#include "model/query/functionstatistics.h"
#include "tests/app/openandwait.h"
#include "tests/app/sandbox.h"
#include "tests/support/answeringserver.h"
#include "tests/support/contentof.h"
#include "tests/support/debugclient.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace ember;
using namespace ember::app;
using namespace ember::tests;

namespace {

const QString stripped = QStringLiteral("stripped");

// A stripped program, its debug file, and a capture of it without names.
class StrippedCapture {
public:
    explicit StrippedCapture(const Sandbox &sandbox)
        : program(sandbox.path(stripped)),
          debugFile(sandbox.path(QStringLiteral("stripped.debug"))),
          log(sandbox.path(QStringLiteral("a.ember")))
    {
        QFile::copy(QStringLiteral(EMBER_BUILD_DIR "/targets/knownshares"), program);
        run(QStringLiteral("objcopy"), {QStringLiteral("--only-keep-debug"), program, debugFile});
        run(QStringLiteral("strip"), {program});
        run(QStringLiteral(EMBER_BUILD_DIR "/emberchart-record"),
            {QStringLiteral("-F"), QStringLiteral("499"), QStringLiteral("-o"), log,
             QStringLiteral("--"), program, QStringLiteral("0.5")});
    }

    QString program;
    QString debugFile;
    QString log;

private:
    static void run(const QString &tool, const QStringList &arguments)
    {
        QProcess process;
        process.setStandardOutputFile(QProcess::nullDevice());
        process.start(tool, arguments);
        if (!process.waitForFinished(60'000) || process.exitCode() != 0)
            qFatal("%s failed", qPrintable(tool));
    }
};

bool hasFunction(MainWindow &window, std::string_view name)
{
    const auto &profile = *window.viewState().spans()->profile();
    for (std::size_t row = 0; row < profile.tables().functions.size(); ++row) {
        if (profile.text(profile.function(model::FunctionIndex(row)).name) == name)
            return true;
    }
    return false;
}

bool isShown(const MainWindow &window)
{
    return !window.findChild<QWidget *>(QStringLiteral("namelessStatus"))->isHidden();
}

QString statusText(const MainWindow &window)
{
    return window.findChild<QLabel *>(QStringLiteral("namelessText"))->text();
}

// The dialog, opened as the user does, with its rows.
SymbolsDialog *openedDialog(MainWindow &window)
{
    window.findChild<QToolButton *>(QStringLiteral("getSymbols"))->click();
    auto *dialog = window.findChild<SymbolsDialog *>();
    if (dialog == nullptr
        || !QTest::qWaitFor([&] { return !dialog->list().rows().empty(); }, 60'000))
        qFatal("the dialog has no rows");
    return dialog;
}

template<typename Widget>
Widget *part(const QDialog *dialog, const char *name)
{
    return dialog->findChild<Widget *>(QString::fromLatin1(name));
}

QString state(const SymbolsDialog *dialog, int row = 0)
{
    const auto &list = dialog->list();
    return list.data(list.index(row, SymbolsList::State)).toString();
}

// Sets the servers in the dialog, and fetches.
void fetchFrom(const SymbolsDialog *dialog, const QByteArray &url)
{
    part<QLineEdit>(dialog, "debugServers")->setText(QString::fromLatin1(url));
    part<QPushButton>(dialog, "fetch")->click();
}

bool isDone(const SymbolsDialog *dialog)
{
    return part<QPushButton>(dialog, "folder")->isEnabled();
}

} // namespace

// Names that are missing: said, asked for with consent, and put into the open profile.
class TstNames : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        if (!hasDebugFileClient())
            QSKIP("no libdebuginfod");
    }

    // What helps depends on where the code lies.
    void whoCouldNameThemIsToldFromTheirPlace()
    {
        model::ProfileBuilder builder;
        model::Source source;
        source.type = builder.string("emberchart");
        builder.addSource(source);
        const auto moduleAt = [&](std::string_view path) {
            model::Image image;
            image.codeFile = builder.string(path);
            return model::NamelessModule{std::string(path), builder.addImage(image), {}};
        };
        const auto library = moduleAt("/usr/lib/x86_64-linux-gnu/libz.so.1");
        const auto own = moduleAt("/home/me/app");
        QVERIFY(!MissingNames::canRuntimeName(*builder.snapshot()));
        moduleAt("/usr/share/dotnet/libcoreclr.so");
        const model::NamelessModule made{std::string(model::madeCodePackage), {}, {}};
        const auto profile = builder.snapshot();
        QCOMPARE(MissingNames::sourceOf(*profile, library), NameSource::Package);
        QCOMPARE(MissingNames::sourceOf(*profile, own), NameSource::Build);
        QCOMPARE(MissingNames::sourceOf(*profile, made), NameSource::Runtime);
        QVERIFY(MissingNames::canRuntimeName(*profile));
        model::NamelessTime time;
        time.modules = {library, own, made, library};
        QCOMPARE(MissingNames::most(*profile, time).last(), QStringLiteral("…"));
        QCOMPARE(MissingNames::most(*profile, time).at(2), QStringLiteral("code made at run time"));
    }

    void whatIsMissingIsSaidAndListed()
    {
        const Sandbox sandbox;
        const AskedServer none({}, sandbox.path(QStringLiteral("debug")));
        const StrippedCapture capture(sandbox);
        MainWindow window;
        QVERIFY(!isShown(window));
        openAndWait(window, {capture.log});
        EMBER_TRY(isShown(window));
        QVERIFY2(statusText(window).contains(stripped), qPrintable(statusText(window)));
        const auto *dialog = openedDialog(window);
        const auto &row = dialog->list().rows().front();
        QCOMPARE(row.name, stripped);
        QCOMPARE(QString::fromStdString(row.binary.key.codeFile), capture.program);
        QVERIFY(row.share > 0.5);
        QCOMPARE(state(dialog), QStringLiteral("missing"));
        QVERIFY(isFetchable(row));
    }

    // The profile that is open gets its names; nothing was asked before.
    void aServerIsAskedAfterTheUserAgrees()
    {
        const Sandbox sandbox;
        const StrippedCapture capture(sandbox);
        const AnsweringServer server(AnsweringServer::page("200 OK", contentOf(capture.debugFile)));
        const AskedServer asked(server.url(), sandbox.path(QStringLiteral("debug")));
        MainWindow window;
        openAndWait(window, {capture.log});
        EMBER_TRY(isShown(window));
        auto &zoom = window.viewState().zoom();
        zoom.show({zoom.limits().start, zoom.limits().start + std::chrono::milliseconds(50)});
        const auto visible = zoom.visible();
        const auto *dialog = openedDialog(window);
        QVERIFY(!hasFunction(window, "shareAlpha"));
        QCOMPARE(server.asked(), 0);

        fetchFrom(dialog, server.url());
        EMBER_TRY(hasFunction(window, "shareAlpha"));
        EMBER_TRY(isDone(dialog));
        EMBER_TRY(!statusText(window).contains(stripped) || !isShown(window));
        QCOMPARE(zoom.visible(), visible);
        QCOMPARE(Settings().symbols().debugServers, QStringList{QString::fromLatin1(server.url())});
        QCOMPARE(Settings().symbols().askDebugServers, AskDebugServers::No);
    }

    void whatTheServerHasNotIsSaid_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QString>("said");
        QTest::newRow("none") << AnsweringServer::page("404 Not Found")
                              << QStringLiteral("no debug info of stripped");
        QTest::newRow("another file")
            << AnsweringServer::page("200 OK", contentOf(QStringLiteral("/bin/true")))
            << QStringLiteral("is not the debug info of");
    }

    void whatTheServerHasNotIsSaid()
    {
        QFETCH(QByteArray, answer);
        QFETCH(QString, said);
        const Sandbox sandbox;
        const StrippedCapture capture(sandbox);
        const AnsweringServer server(answer);
        const AskedServer asked({}, sandbox.path(QStringLiteral("debug")));
        MainWindow window;
        openAndWait(window, {capture.log});
        EMBER_TRY(isShown(window));
        const auto *dialog = openedDialog(window);
        fetchFrom(dialog, server.url());
        EMBER_TRY(isDone(dialog));
        const auto *outcome = part<QLabel>(dialog, "outcome");
        QVERIFY2(outcome->text().contains(said), qPrintable(outcome->text()));
        QVERIFY(!hasFunction(window, "shareAlpha"));
        QVERIFY(isShown(window));
    }

    // One server says nothing, one never ends.
    void theUserCanCancel_data()
    {
        QTest::addColumn<bool>("isEndless");
        QTest::newRow("silent") << false;
        QTest::newRow("endless") << true;
    }

    void theUserCanCancel()
    {
        QFETCH(bool, isEndless);
        const Sandbox sandbox;
        const StrippedCapture capture(sandbox);
        const tests::Listener silent;
        AnsweringServer endless("HTTP/1.0 200 OK\r\n\r\n");
        endless.setEndless();
        const AskedServer asked({}, sandbox.path(QStringLiteral("debug")));
        const Variable timeout("DEBUGINFOD_TIMEOUT", "6000");
        MainWindow window;
        openAndWait(window, {capture.log});
        EMBER_TRY(isShown(window));
        const auto *dialog = openedDialog(window);
        const auto before = window.document().spans();
        fetchFrom(dialog, isEndless ? endless.url() : silent.url());
        EMBER_TRY(part<QLabel>(dialog, "step")->text().contains(stripped));
        QVERIFY(!isDone(dialog));
        part<QPushButton>(dialog, "cancelFetch")->click();
        EMBER_TRY(isDone(dialog));
        QCOMPARE(window.document().spans(), before);
    }

    void aFolderHasDebugFiles()
    {
        const Sandbox sandbox;
        const AskedServer none({}, sandbox.path(QStringLiteral("debug")));
        const StrippedCapture capture(sandbox);
        MainWindow window;
        openAndWait(window, {capture.log});
        EMBER_TRY(isShown(window));
        auto *dialog = openedDialog(window);
        auto symbols = Settings().symbols();
        symbols.searchFolders = {QFileInfo(capture.debugFile).path()};
        Settings().setSymbols(symbols);
        emit dialog->folderChosen();
        EMBER_TRY(hasFunction(window, "shareAlpha"));
    }

    // It says that the function has no source file, and where to get it from.
    void theSourceViewLeadsToTheDialog()
    {
        const Sandbox sandbox;
        const AskedServer none({}, sandbox.path(QStringLiteral("debug")));
        const StrippedCapture capture(sandbox);
        MainWindow window;
        openAndWait(window, {capture.log});
        window.show();
        window.actions().at("showSource")->trigger();
        EMBER_TRY(isShown(window));
        const auto &profile = *window.viewState().spans()->profile();
        const auto functions = model::functionStatistics(profile, {});
        const auto nameless = std::ranges::find(functions, stripped.toStdString(),
                                                &model::FunctionStatistics::module);
        QVERIFY(nameless != functions.end());
        window.viewState().selection().setFunction(nameless->frame);
        auto *get = window.findChild<QPushButton *>(QStringLiteral("getSymbolsOfSource"));
        EMBER_TRY(get->isVisible());
        get->click();
        const auto *dialog = window.findChild<SymbolsDialog *>();
        QVERIFY(dialog);
        EMBER_TRY(!dialog->list().rows().empty());
    }

    void aFileThatWasReplacedIsMismatched()
    {
        const Sandbox sandbox;
        const AskedServer none({}, sandbox.path(QStringLiteral("debug")));
        const StrippedCapture capture(sandbox);
        QVERIFY(QFile::remove(capture.program));
        QVERIFY(QFile::copy(QStringLiteral("/bin/true"), capture.program));
        MainWindow window;
        openAndWait(window, {capture.log});
        EMBER_TRY(isShown(window));
        QCOMPARE(state(openedDialog(window)), QStringLiteral("mismatched"));
    }
};

EMBER_TEST(TstNames)
#include "tst_names.moc"
