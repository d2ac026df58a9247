// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/errortext.h"
#include "app/settings/settings.h"
#include "app/window/mainwindow.h"
#include "app/window/panels.h"
#include "app/window/screenshot.h"
#include "tests/app/openandwait.h"
#include "tests/app/sandbox.h"
#include "tests/support/contentof.h"
#include "tests/support/debugclient.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/state/baselinechoice.h"
#include "views/state/sumsquery.h"
#include "views/timeline/timelineview.h"

#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTabBar>
#include <QTest>

#include <cerrno>
#include <cstdio>
#include <cstring>

using namespace ember;
using namespace ember::app;
using ember::tests::openAndWait;
using ember::tests::Sandbox;

// Pictures of logs whose names somebody else has.
class TstScreenshot : public QObject {
    Q_OBJECT

private slots:
    void aServerThatHangsIsNotWaitedForAndThatIsSaid()
    {
        if (!tests::hasDebugFileClient())
            QSKIP("no libdebuginfod");
        const Sandbox sandbox;
        const QString log = sandbox.path(QStringLiteral("a.ember"));
        QProcess recorder;
        recorder.start(QStringLiteral(EMBER_BUILD_DIR "/emberchart-record"),
                       QStringList{QStringLiteral("-F"), QStringLiteral("499"),
                                   QStringLiteral("-o"), log, QStringLiteral("--"),
                                   QString::fromLatin1(tests::shell)}
                           + tests::busyScript(200'000));
        EMBER_TRY(recorder.state() == QProcess::NotRunning);
        const tests::Listener server;
        const tests::AskedServer asked(server.url(), sandbox.path(QStringLiteral("debug")));
        const tests::Variable timeout("DEBUGINFOD_TIMEOUT", "6000");
        SymbolSettings symbols;
        symbols.askDebugServers = AskDebugServers::Yes;
        Settings().setSymbols(symbols);

        MainWindow window;
        ScreenshotOptions options;
        options.output = sandbox.path(QStringLiteral("out.png"));
        options.serverPatience = std::chrono::seconds(1);
        const auto taken = takeScreenshot(window, {log}, options);
        QVERIFY(taken);
        QCOMPARE(QImage(options.output).size(), options.size);
        QCOMPARE(taken->size(), 1);
        QVERIFY2(taken->first().contains(QStringLiteral("127.0.0.1")), qPrintable(taken->first()));
    }

    // Whoever sees a part of a name does not know it.
    void tabsHaveTheirWholeNamesInASmallWindow()
    {
        const Sandbox sandbox;
        MainWindow window;
        ScreenshotOptions options;
        options.output = sandbox.path(QStringLiteral("out.png"));
        options.size = {640, 480};
        QVERIFY(takeScreenshot(
            window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())}, options));
        QCOMPARE(QImage(options.output).size(), options.size);
        const auto bars = window.panels().findChildren<QTabBar *>();
        QVERIFY(bars.size() >= 2);
        for (const QTabBar *bar : bars)
            QCOMPARE(bar->elideMode(), Qt::ElideNone);
        QVERIFY2(window.timeline().chart().height() >= 100,
                 qPrintable(QString::number(window.timeline().chart().height())));
    }

    // It does not wait for a while, and has all the same what would come in that while.
    void aPictureHasAllThatIsToCome_data()
    {
        QTest::addColumn<QString>("view");
        for (const char *view : {"", "functions", "calltree", "flamegraph", "sandwich"})
            QTest::newRow(*view == 0 ? "none" : view) << QString::fromLatin1(view);
    }

    void aPictureHasAllThatIsToCome()
    {
        QFETCH(QString, view);
        const Sandbox sandbox;
        MainWindow window;
        ScreenshotOptions options;
        options.output = sandbox.path(QStringLiteral("out.png"));
        options.view = view;
        QVERIFY(takeScreenshot(
            window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())}, options));
        constexpr int aWhileMs = 1200;
        QTest::qWait(aWhileMs);
        QCOMPARE(QImage(options.output).convertToFormat(QImage::Format_RGB32),
                 window.grab().toImage().convertToFormat(QImage::Format_RGB32));
    }

    void aFileThatCannotBeWrittenIsAnErrorThatSaysWhy()
    {
        const Sandbox sandbox;
        MainWindow window;
        ScreenshotOptions options;
        options.output = sandbox.path(QStringLiteral("nowhere/out.png"));
        const auto taken = takeScreenshot(
            window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())}, options);
        QVERIFY(!taken);
        // As the system says it, in the language it speaks here.
        QCOMPARE(taken.error().detail, std::string(std::strerror(ENOENT)));
    }

    void aFormatThatCannotBeWrittenIsToldThoseThatCan()
    {
        const Sandbox sandbox;
        MainWindow window;
        ScreenshotOptions options;
        options.output = sandbox.path(QStringLiteral("out.svg"));
        const auto taken = takeScreenshot(
            window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())}, options);
        QVERIFY(!taken);
        const QString line = errorLine(taken.error());
        QVERIFY2(line.contains(QLatin1String(" png")), qPrintable(line));
        QVERIFY2(!line.contains(QLatin1String("permissions")), qPrintable(line));
        QVERIFY(window.document().isEmpty()); // nothing was read before
    }

    void aPictureDoesNotReplaceWhatItShows_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"shown.png", "link.png", "before.png"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void aPictureDoesNotReplaceWhatItShows()
    {
        QFETCH(QString, name);
        const Sandbox sandbox;
        const QString shown = sandbox.write(QStringLiteral("shown.png"), tests::smallChunk());
        QVERIFY(QFile::link(shown, sandbox.path(QStringLiteral("link.png"))));
        MainWindow window;
        ScreenshotOptions options;
        options.output = sandbox.path(name);
        options.baseline = sandbox.write(QStringLiteral("before.png"), tests::smallChunk());
        const auto taken = takeScreenshot(window, {shown}, options);
        QVERIFY(!taken);
        QCOMPARE(taken.error().code, model::ErrorCode::InvalidArgument);
        QCOMPARE(taken.error().subject, options.output.toStdString());
        QCOMPARE(tests::contentOf(options.output), tests::smallChunk());
    }

    void aViewThatIsNoneIsToldThoseThatAre()
    {
        const Sandbox sandbox;
        MainWindow window;
        ScreenshotOptions options;
        options.output = sandbox.path(QStringLiteral("out.png"));
        options.view = QStringLiteral("slow frames");
        const auto taken = takeScreenshot(
            window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())}, options);
        QVERIFY(!taken);
        QVERIFY2(taken.error().detail.find("calltree, ") != std::string::npos,
                 taken.error().detail.c_str());
    }

    // A batch command is not what somebody has looked at last.
    void whatAFileWasLeftWithIsNoOption()
    {
        const Sandbox sandbox;
        const QString file = sandbox.write(QStringLiteral("a.json"), tests::smallChunk());
        {
            MainWindow window;
            openAndWait(window, {file});
            auto &state = window.viewState();
            state.sums().filters().add(
                {model::CallAction::LeaveOut, {model::CallTest::By::Name, "x"}});
            state.selection().selectRange(model::TimeRange{
                state.profile().origin(), state.profile().origin() + state.profile().period()});
            state.threads().setShown(state.threads().all().front(), views::Shown::No);
            EMBER_TRY(Settings().filters().files.size() == 1);
        }
        MainWindow window(Remember::No);
        ScreenshotOptions options;
        options.output = sandbox.path(QStringLiteral("out.png"));
        QVERIFY(takeScreenshot(window, {file}, options));
        QVERIFY(window.viewState().sums().filters().isEmpty());
        QVERIFY(!window.viewState().selection().range());
        QVERIFY(!window.viewState().threads().isAnyHidden());
        QCOMPARE(Settings().filters().files.size(), 1); // and forgets nothing
    }

    void aRangeBesideTheProfilesIsRefused()
    {
        const Sandbox sandbox;
        const QString file = sandbox.write(QStringLiteral("a.json"), tests::smallChunk());
        for (const RelativeRange range :
             {RelativeRange{900, 901}, RelativeRange{-5, -4}, RelativeRange{1e300, 1e301}}) {
            MainWindow window;
            ScreenshotOptions options;
            options.output = sandbox.path(QStringLiteral("out.png"));
            options.range = range;
            const auto taken = takeScreenshot(window, {file}, options);
            QVERIFY(!taken);
            QCOMPARE(taken.error().code, model::ErrorCode::InvalidArgument);
            QVERIFY2(taken.error().detail.find("range is 0..") != std::string::npos,
                     taken.error().detail.c_str());
            QVERIFY(!QFile::exists(options.output));
        }
    }

    void aWindowComparesOnceItsFilesAreThere()
    {
        const Sandbox sandbox;
        const QString file = sandbox.write(QStringLiteral("a.json"), tests::smallChunk());
        const QString before = sandbox.write(QStringLiteral("b.json"), tests::smallChunk());
        MainWindow window;
        window.openFilesAndCompare({file}, before);
        EMBER_TRY(window.viewState().baseline().baseline());
        QVERIFY(window.viewState().spans());
    }

    void aFileOpensWhateverBytesItsNameHas()
    {
        const Sandbox sandbox;
        const QByteArray path = QFile::encodeName(sandbox.path(QStringLiteral("a"))) + "\xff.json";
        QVERIFY(std::rename(
                    QFile::encodeName(sandbox.write(QStringLiteral("a.json"), tests::smallChunk()))
                        .constData(),
                    path.constData())
                == 0);
        QProcess program;
        program.setWorkingDirectory(sandbox.path({}));
        program.start(QStringLiteral("/bin/sh"),
                      {QStringLiteral("-c"),
                       QStringLiteral("exec \"$0\" --screenshot out.png a*.json"),
                       QStringLiteral(EMBER_BUILD_DIR "/emberchart")});
        QVERIFY(program.waitForFinished(60000));
        QVERIFY2(program.exitCode() == 0, program.readAllStandardError().constData());
        QVERIFY(QFile::exists(sandbox.path(QStringLiteral("out.png"))));
    }

    void twoFilesAreShownSideBySide()
    {
        const Sandbox sandbox;
        MainWindow window;
        ScreenshotOptions options;
        options.output = sandbox.path(QStringLiteral("out.png"));
        options.view = QStringLiteral("sidebyside");
        const QStringList files{sandbox.write(QStringLiteral("a.json"), tests::smallChunk())};
        QVERIFY(!takeScreenshot(window, files, options)); // with what?
        options.baseline = files.first();
        const auto taken = takeScreenshot(window, files, options);
        QVERIFY(taken);
        QVERIFY(window.timeline().baseline());
        QCOMPARE(QImage(options.output).size(), options.size);
    }
};

EMBER_TEST(TstScreenshot)
#include "tst_screenshot.moc"
