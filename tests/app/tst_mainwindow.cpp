// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inbackground.h"
#include "app/look/messagebar.h"
#include "app/recording/capturestatus.h"
#include "app/sentry/chunkcontroller.h"
#include "app/sentry/savedialog.h"
#include "app/session/loader.h"
#include "app/start/recentcards.h"
#include "app/start/startpage.h"
#include "app/window/actions.h"
#include "app/window/mainwindow.h"
#include "app/window/panels.h"
#include "app/window/screenshot.h"
#include "model/formats/sqlite/sqliteformat.h"
#include "model/profile/profilebuilder.h"
#include "model/tables/combine.h"
#include "model/tables/fromprofile.h"
#include "tests/app/eventgap.h"
#include "tests/app/openandwait.h"
#include "tests/app/partof.h"
#include "tests/app/sandbox.h"
#include "tests/support/contentof.h"
#include "tests/support/testmain.h"
#include "views/details/propertiespanel.h"
#include "views/flamechart/lanetext.h"
#include "views/graph/flamegraphpanel.h"
#include "views/graph/graphwidget.h"
#include "views/lists/chunkspanel.h"
#include "views/state/recordings.h"
#include "views/state/sumsquery.h"
#include "views/text/durationtext.h"
#include "views/threads/threadspanel.h"
#include "views/timeline/timelineview.h"

#include <QAbstractItemView>
#include <QAction>
#include <QDir>
#include <QDropEvent>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QProcess>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QThreadPool>
#include <QTreeWidget>

#include <chrono>
#include <cstdint>
#include <vector>

using namespace ember;
using namespace ember::app;
using ember::tests::openAndWait;
using ember::tests::partOf;
using ember::tests::Sandbox;

namespace {

void drop(MainWindow &window, const QList<QUrl> &urls)
{
    QMimeData data;
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &event);
}

// A program that was recorded then.
model::tables::Tables sourceAt(std::int64_t hour)
{
    model::ProfileBuilder builder(model::TimeOrigin::UnixEpoch);
    model::Source source;
    source.process = builder.addProcess({});
    const auto own = builder.addSource(source);
    model::Thread thread;
    thread.process = source.process;
    thread.id = builder.string("0");
    const auto index = builder.addThread(thread);
    for (int sample = 0; sample < 3; ++sample)
        builder.addSample(index,
                          {model::timestampFromNs(1'700'000'000'000'000'000 + sample * 10'000'000)
                               + hour * std::chrono::hours(1),
                           model::emptyStack,
                           {},
                           own});
    return model::tables::tablesOf(*builder.snapshot()).value();
}

// A database with two sources; empty if it cannot be written.
QString sourcesOfOtherYears(const Sandbox &sandbox)
{
    const QString file = sandbox.path(QStringLiteral("combined.sqlite"));
    const std::vector inputs{sourceAt(0), sourceAt(19638)};
    const auto both = model::tables::combine(inputs);
    return both && model::sqlite::writeTables(*both, file.toStdString()) ? file : QString();
}

} // namespace

class TstMainWindow : public QObject {
    Q_OBJECT
private slots:
    void whatIsSaidInTheStatusLineStandsAlone()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        auto &figures = partOf<CaptureStatus>(window);
        EMBER_TRY(figures.isVisible());
        window.actions().at("nextFrame")->trigger(); // there are none
        QVERIFY(!window.statusBar()->currentMessage().isEmpty());
        figures.setProfile(window.document().spans()->profile());
        QVERIFY(!figures.isVisible());
    }

    void aMessageGoesWithWhatIsClosed()
    {
        const Sandbox sandbox;
        MainWindow window;
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        partOf<MessageBar>(window).showMessage({.importance = Importance::Note,
                                                .text = QStringLiteral("about a.json"),
                                                .advice = {},
                                                .details = {},
                                                .actions = {}});
        window.actions().at("close")->trigger();
        QVERIFY(partOf<MessageBar>(window).message().text.isEmpty());
    }

    void anEmptyWindowShowsTheStartPage()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        QVERIFY(partOf<StartPage>(window).isVisible());
        QVERIFY(!window.panels().threads->parentWidget()->isVisible());
        QVERIFY(!window.actions().at("save")->isEnabled());
        QVERIFY(!window.actions().at("savePicture")->isEnabled()); // of an empty chart
        QVERIFY(!window.actions().at("print")->isEnabled());
        QCOMPARE(window.windowTitle(), QStringLiteral("Emberchart"));
    }

    void aChunkIsOpened()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        const QString path = sandbox.write(QStringLiteral("a.json"), tests::smallChunk());
        openAndWait(window, {path});
        QCOMPARE(window.viewState().spans()->profile()->sampleCount(), std::size_t(400));
        QVERIFY(window.windowTitle().startsWith(QLatin1String("a.json")));
        QVERIFY(!partOf<StartPage>(window).isVisible());
        QVERIFY(window.actions().at("savePicture")->isEnabled());
        QVERIFY(window.actions().at("print")->isEnabled());
        EMBER_TRY(window.panels().chunks->rows().size() == 1);
        const auto &row = window.panels().chunks->rows().front();
        QCOMPARE(row.chunkId, QStringLiteral("bbbbbbbbbbbb4bbb8bbbbbbbbbbbbbbb"));
        QCOMPARE(row.verdict, views::ChunkVerdict::Accepted);
        QCOMPARE(row.threads, 2U);
    }

    void droppedFilesAreOpened()
    {
        const Sandbox sandbox;
        MainWindow window;
        const QString path = sandbox.write(QStringLiteral("a.json"), tests::smallChunk());
        const QSignalSpy loaded(&window.loader(), &Loader::loaded);
        drop(window, {QUrl::fromLocalFile(path)});
        EMBER_TRY(!loaded.isEmpty());
    }

    void openedFilesAreRemembered()
    {
        const Sandbox sandbox;
        const QString path = sandbox.write(QStringLiteral("a.json"), tests::smallChunk());
        {
            MainWindow window;
            openAndWait(window, {path});
        }
        MainWindow window;
        EMBER_TRY(partOf<StartPage>(window).findChildren<RecentCard *>().size() == 1);
        QCOMPARE(window.actions().menu("recentFiles")->actions().size(), 1);
        const QSignalSpy loaded(&window.loader(), &Loader::loaded);
        window.actions().menu("recentFiles")->actions().first()->trigger();
        EMBER_TRY(!loaded.isEmpty());
    }

    void chunksOfOneSessionAreShownWithoutTheInterpreterAsOneChunkIs()
    {
        const Sandbox sandbox;
        const auto chunk = [&](const QString &name, const QByteArray &id, double start) {
            auto json = tests::smallChunk("aaaaaaaaaaaa4aaa8aaaaaaaaaaaaaaa", id, start);
            json.replace(R"("platform":"python")", R"("platform":"native")");
            json.replace(R"({"function":"main",)", R"({"function":"main","platform":"python",)");
            json.replace(R"({"function":"wait",)",
                         R"({"function":"_PyEval_EvalFrameDefault","platform":"native",)"
                         R"("package":"/usr/bin/python3.11",)");
            return sandbox.write(name, json);
        };
        const QStringList files{
            chunk(QStringLiteral("a.json"), "bbbbbbbbbbbb4bbb8bbbbbbbbbbbbbbb", 1'700'000'000.0),
            chunk(QStringLiteral("b.json"), "cccccccccccc4ccc8ccccccccccccccc", 1'700'000'002.0)};
        MainWindow window;
        window.show();
        const auto depth = [&] {
            return window.document().spans()->thread(model::ThreadIndex(1)).depth();
        };
        openAndWait(window, {files.first()});
        QCOMPARE(depth(), std::size_t(1));
        openAndWait(window, files);
        QCOMPARE(window.document().profileCount(), std::size_t(1));
        QCOMPARE(depth(), std::size_t(1));
    }

    void aFolderOfChunksIsOneSessionAndOneEntry()
    {
        const Sandbox sandbox;
        QDir().mkpath(sandbox.path(QStringLiteral("session")));
        sandbox.write(QStringLiteral("session/a.json"), tests::smallChunk());
        sandbox.write(QStringLiteral("session/b.json"),
                      tests::smallChunk("aaaaaaaaaaaa4aaa8aaaaaaaaaaaaaaa",
                                        "cccccccccccc4ccc8ccccccccccccccc", 1'700'000'002.0));
        sandbox.write(QStringLiteral("session/notes.doc"), "nothing to open");
        MainWindow window;
        window.show();
        openAndWait(window, {sandbox.path(QStringLiteral("session"))});
        QCOMPARE(window.document().profileCount(), std::size_t(1));
        QCOMPARE(window.document().paths().size(), 2);
        QCOMPARE(window.document().title(), QStringLiteral("session"));
        QVERIFY(partOf<MessageBar>(window).message().text.isEmpty());
        QCOMPARE(Settings().recentOpenings(),
                 QList<QStringList>{QStringList{sandbox.path(QStringLiteral("session"))}});
        openAndWait(window, {sandbox.path(QStringLiteral("session/a.json"))});
        window.actions().at("close")->trigger();
        const auto cards = [&] { return partOf<StartPage>(window).findChildren<RecentCard *>(); };
        EMBER_TRY(cards().size() == 2 && !cards()[0]->profile().picture.isNull()
                  && !cards()[1]->profile().picture.isNull());
        QVERIFY(cards()[0]->profile().details != cards()[1]->profile().details);
    }

    void aFolderWithoutProfilesIsSaid()
    {
        const Sandbox sandbox;
        QDir().mkpath(sandbox.path(QStringLiteral("empty")));
        MainWindow window;
        const QSignalSpy failed(&window.loader(), &Loader::failed);
        window.openFiles({sandbox.path(QStringLiteral("empty"))});
        EMBER_TRY(!failed.isEmpty());
        QVERIFY(partOf<MessageBar>(window).message().text.contains(QLatin1String("empty")));
    }

    void aFileThatIsGoneIsForgottenWithAMessage()
    {
        const Sandbox sandbox;
        MainWindow window;
        const QSignalSpy failed(&window.loader(), &Loader::failed);
        window.openFiles({sandbox.path(QStringLiteral("gone.json"))});
        EMBER_TRY(!failed.isEmpty());
        QCOMPARE(partOf<MessageBar>(window).message().importance, Importance::Error);
        QVERIFY(partOf<MessageBar>(window).message().text.contains(QLatin1String("gone.json")));
    }

    void badFilesAreOneMessageAndNothingElse_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("binary") << QByteArray("\x7f\x45\x4c\x46\x00\x01\xff\xfe", 8);
        QTest::newRow("truncated") << tests::smallChunk().chopped(100);
        QTest::newRow("not a profile") << QByteArray("hello");
    }

    void badFilesAreOneMessageAndNothingElse()
    {
        QFETCH(QByteArray, content);
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        const QSignalSpy failed(&window.loader(), &Loader::failed);
        window.openFiles({sandbox.write(QStringLiteral("bad.json"), content)});
        EMBER_TRY(!failed.isEmpty());
        QVERIFY(partOf<MessageBar>(window).isVisible());
        QVERIFY(partOf<MessageBar>(window).message().text.contains(QLatin1String("bad.json")));
        QVERIFY(window.document().isEmpty());
    }

    void aMessageHasTheColoursOfAThemeThatIsChosenMeanwhile()
    {
        const Sandbox sandbox;
        const Message message{.importance = Importance::Warning,
                              .text = QStringLiteral("It is so."),
                              .advice = QStringLiteral("Make it otherwise."),
                              .details = QStringLiteral("more"),
                              .actions = {}};
        const auto picture = [](MainWindow &window) {
            QCoreApplication::processEvents();
            return window
                .grab(QRect(partOf<MessageBar>(window).mapTo(&window, QPoint()),
                            partOf<MessageBar>(window).size()))
                .toImage();
        };
        MainWindow later;
        later.setTheme(ThemeChoice::Dark);
        later.show();
        partOf<MessageBar>(later).showMessage(message);
        const QImage expected = picture(later);
        later.setTheme(ThemeChoice::Light);
        QVERIFY(picture(later) != expected);
        later.setTheme(ThemeChoice::Dark);
        QVERIFY(picture(later) == expected);

        MainWindow window;
        window.setTheme(ThemeChoice::Light);
        window.show();
        partOf<MessageBar>(window).showMessage(message);
        QVERIFY(picture(window) != expected);
        window.setTheme(ThemeChoice::Dark);
        QVERIFY(picture(window) == expected);
        window.setTheme(ThemeChoice::System);
    }

    void eachFileThatCannotBeReadIsNamed()
    {
        const Sandbox sandbox;
        MainWindow window;
        const QString good = sandbox.write(QStringLiteral("a.json"), tests::smallChunk());
        const QStringList bad{
            sandbox.write(QStringLiteral("empty1.json"), {}),
            sandbox.write(QStringLiteral("empty2.json"), {}),
            sandbox.write(QStringLiteral("cut.json"), tests::smallChunk().left(900)),
            sandbox.write(QStringLiteral("other.json"), R"({"version":"1"})")};
        const QSignalSpy failed(&window.loader(), &Loader::failed);
        window.openFiles(bad);
        EMBER_TRY(!failed.isEmpty());
        QVERIFY(partOf<MessageBar>(window).message().text.contains(QLatin1String("empty1.json")));
        for (const char *other : {"empty2.json", "cut.json", "other.json"})
            QVERIFY(partOf<MessageBar>(window).message().details.contains(QLatin1String(other)));
        QVERIFY(partOf<MessageBar>(window).message().details.contains(
            errorLine({model::ErrorCode::FileEmpty, bad.at(1).toStdString(), {}})));
        openAndWait(window, bad + QStringList{good});
        QVERIFY(partOf<MessageBar>(window).message().text.contains(QLatin1String("4 file")));
        QCOMPARE(partOf<MessageBar>(window).message().importance, Importance::Error);
        for (const QString &path : bad)
            QVERIFY(partOf<MessageBar>(window).message().details.contains(path));
        QCOMPARE(window.actions().menu("recentFiles")->actions().size(), 1);
    }

    void theStatusLineTellsHowMuchIsShown()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        const auto *status = window.findChild<CaptureStatus *>();
        QVERIFY(!status->isVisible());
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        QVERIFY(status->isVisible());
        QVERIFY(status->text().contains(QLatin1String("400")));
        window.actions().at("close")->trigger();
        QVERIFY(!status->isVisible());
    }

    // As the list of threads and the lanes: not those that were only seen to exist.
    void theStatusLineCountsThreadsWithSamples()
    {
        model::ProfileBuilder builder;
        const auto thread = builder.addThread({});
        builder.addThread({});
        for (const int ms : {0, 10})
            builder.addSample(thread,
                              {model::timestampFromNs(ms * 1'000'000LL), model::emptyStack, {}});
        CaptureStatus status;
        status.setEnd({});
        QVERIFY2(status.text().startsWith(QStringLiteral("Recorded, exited with 0 ")),
                 qPrintable(status.text()));
        QVERIFY(!status.text().contains(u'·'));
        status.setProfile(builder.snapshot());
        QVERIFY2(status.text().contains(QStringLiteral("1 thread")), qPrintable(status.text()));
        status.setEnd({});
        QVERIFY2(status.text().startsWith(QStringLiteral("Recorded, exited with 0 · ")),
                 qPrintable(status.text()));
        // The dot is as far from what follows as from what stands before it.
        status.resize(status.sizeHint());
        status.show();
        const auto parts = status.findChildren<QLabel *>();
        const int space = parts[0]->fontMetrics().horizontalAdvance(u' ');
        QVERIFY(parts[1]->x() - parts[0]->geometry().right() <= space + 1);
    }

    void anEnvironmentThatAFileDoesNotNameIsSentrys()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        const auto chunk = tests::smallChunk().replace(R"("environment":"test",)", "");
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), chunk)});
        auto *panel = window.panels().properties;
        window.panels().raise(panel);
        const auto *tree = panel->findChild<QTreeWidget *>();
        const auto shown = [&] {
            return tree->findItems(QStringLiteral("Environment"), Qt::MatchRecursive);
        };
        EMBER_TRY(shown().size() == 1);
        QVERIFY(shown().first()->text(1).startsWith(QLatin1String("production")));
    }

    void twoChunksOfOneProfilerAreOneTimeline()
    {
        const Sandbox sandbox;
        MainWindow window;
        const QByteArray profiler = "aaaaaaaaaaaa4aaa8aaaaaaaaaaaaaaa";
        const QString first = sandbox.write(QStringLiteral("1.json"), tests::smallChunk(profiler));
        const QString second =
            sandbox.write(QStringLiteral("2.json"),
                          tests::smallChunk(profiler, "eeeeeeeeeeee4eee8eeeeeeeeeeeeeee")
                              .replace("17000000", "17000001"));
        openAndWait(window, {first, second});
        QCOMPARE(window.document().profileCount(), std::size_t(1));
        EMBER_TRY(window.panels().chunks->rows().size() == 2);
    }

    // Together on one axis first; each by its clock is a choice.
    void sourcesOfOtherYearsAreAlignedAtTheirStarts()
    {
        const Sandbox sandbox;
        const QString file = sourcesOfOtherYears(sandbox);
        QVERIFY(!file.isEmpty());
        MainWindow window;
        openAndWait(window, {file});
        auto &state = window.viewState();
        QCOMPARE(window.document().profileCount(), std::size_t(3));
        QCOMPARE(window.document().profileTitle(0), QStringLiteral("All, aligned at their starts"));
        QCOMPARE(state.spans()->profile()->sampleCount(), std::size_t(6));
        QVERIFY(state.profile().range().duration() < std::chrono::hours(1));
        for (std::size_t row = 0; row < 2; ++row)
            QCOMPARE(state.spans()
                         ->profile()
                         ->samples(model::ThreadIndex(row))
                         .times[model::SampleIndex(0)],
                     model::Timestamp());
        QVERIFY(!window.actions().at("save")->isEnabled());
        QVERIFY(!window.actions().at("upload")->isEnabled());
        for (const QAction *off : {window.actions().at("save"), window.actions().at("upload")})
            QVERIFY2(off->toolTip().contains(QLatin1String("aligned")), qPrintable(off->toolTip()));
        const QString first = window.document().profileTitle(1);
        QVERIFY2(first.startsWith(QStringLiteral("combined.sqlite · ")), qPrintable(first));
        QVERIFY(first != window.document().profileTitle(2));
        window.document().setCurrentProfile(2);
        QCOMPARE(state.spans()->profile()->sampleCount(), std::size_t(3));
        QCOMPARE(state.spans()->profile()->tables().origin, model::TimeOrigin::UnixEpoch);
        QVERIFY(window.actions().at("save")->isEnabled());
        QVERIFY(!window.actions().at("save")->toolTip().contains(QLatin1String("aligned")));
    }

    void filesOfOtherDaysAreAlignedAsSourcesOfOneFileAre()
    {
        const Sandbox sandbox;
        const auto write = [&](const QString &name, std::int64_t hour) {
            const QString file = sandbox.path(name);
            return model::sqlite::writeTables(sourceAt(hour), file.toStdString()) ? file
                                                                                  : QString();
        };
        const QString first = write(QStringLiteral("first.sqlite"), 0);
        const QString next = write(QStringLiteral("next.sqlite"), 30);
        const QString close = write(QStringLiteral("close.sqlite"), 2);
        MainWindow window;
        openAndWait(window, {first, next});
        QCOMPARE(window.document().profileCount(), std::size_t(3));
        QCOMPARE(window.document().profileTitle(0), QStringLiteral("All, aligned at their starts"));
        QCOMPARE(window.viewState().spans()->profile()->sampleCount(), std::size_t(6));
        QStringList lanes;
        for (const auto thread : window.viewState().threads().all())
            lanes << views::laneName(window.viewState(), {thread});
        lanes.sort();
        const QStringList expected{QStringLiteral("Thread 0 · first.sqlite"),
                                   QStringLiteral("Thread 0 · next.sqlite")};
        QCOMPARE(lanes, expected);
        QVERIFY(!window.actions().at("save")->isEnabled());
        openAndWait(window, {first, close});
        QCOMPARE(window.document().profileCount(), std::size_t(2));
        QVERIFY(window.actions().at("save")->isEnabled());
    }

    void recordingsAreColouredAndHiddenAsTheUserWants()
    {
        const Sandbox sandbox;
        const QString file = sourcesOfOtherYears(sandbox);
        QVERIFY(!file.isEmpty());
        MainWindow window;
        auto &state = window.viewState();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        QMenu *menu = window.actions().menu("recordings");
        QAction *byRecording = window.actions().at("coloursByRecording");
        QVERIFY(!menu->menuAction()->isVisible() && !byRecording->isVisible());
        openAndWait(window, {file});
        QVERIFY(menu->menuAction()->isVisible() && byRecording->isVisible());
        byRecording->trigger();
        QCOMPARE(state.appearance().colourMode(), views::ColourMode::Recording);
        emit menu->aboutToShow();
        const auto threads = views::recordingsOf(*state.spans()->profile());
        QCOMPARE(threads.size(), std::size_t(2));
        QCOMPARE(menu->actions().size(), 4); // both, a line, all
        menu->actions().first()->trigger();
        QVERIFY(!state.threads().isShown(threads.front().threads.front()));
        QVERIFY(state.threads().isShown(threads.back().threads.front()));
        QCOMPARE(state.sums().selection().threads, threads.back().threads);
        emit menu->aboutToShow();
        QVERIFY(!menu->actions().first()->isChecked());
        menu->actions().last()->trigger();
        QVERIFY(!state.threads().isAnyHidden());
        window.document().setCurrentProfile(1);
        QVERIFY(!menu->menuAction()->isVisible() && !byRecording->isVisible());
        QCOMPARE(state.appearance().colourMode(), views::ColourMode::Function);
    }

    void aSavedRangeOpensAgain()
    {
        const Sandbox sandbox;
        MainWindow window;
        openWithSelection(window, sandbox);
        const QSignalSpy saved(&partOf<ChunkController>(window), &ChunkController::saved);
        partOf<ChunkController>(window).saveTo(sandbox.path(QStringLiteral("part.json")), {});
        EMBER_TRY(!saved.isEmpty());
        openAndWait(window, {sandbox.path(QStringLiteral("part.json"))});
        QCOMPARE(window.viewState().spans()->profile()->sampleCount(), std::size_t(200));
    }

    void itIsSaidWhatIsSavedForSentry_data()
    {
        QTest::addColumn<QString>("choice");
        QTest::addColumn<QString>("said");
        QTest::addColumn<qsizetype>("samples");
        QTest::newRow("selection")
            << QStringLiteral("selectedPart") << QStringLiteral("Saved: The selected range: ")
            << qsizetype(200);
        QTest::newRow("all") << QStringLiteral("wholePart")
                             << QStringLiteral("Saved: The whole profile: ") << qsizetype(400);
    }

    void itIsSaidWhatIsSavedForSentry()
    {
        QFETCH(QString, choice);
        QFETCH(QString, said);
        QFETCH(qsizetype, samples);
        const Sandbox sandbox;
        MainWindow window;
        openWithSelection(window, sandbox);
        const QSignalSpy saved(&partOf<ChunkController>(window), &ChunkController::saved);
        partOf<ChunkController>(window).save();
        auto *dialog = window.findChild<SaveDialog *>(QStringLiteral("saveDialog"));
        dialog->findChild<QRadioButton *>(choice)->click();
        const QString text = dialog->findChild<QLabel *>(QStringLiteral("partText"))->text();
        QVERIFY2(text.startsWith(said), qPrintable(text));
        const QString path = sandbox.path(QStringLiteral("part.json"));
        dialog->findChild<QLineEdit *>(QStringLiteral("path"))->setText(path);
        dialog->accept();
        EMBER_TRY(!saved.isEmpty());
        QCOMPARE(QString::fromUtf8(tests::contentOf(path)).count(QStringLiteral("\"stack_id\"")),
                 samples);
    }

    void envelopesAreSavedByTheirExtension()
    {
        const Sandbox sandbox;
        MainWindow window;
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        const QSignalSpy saved(&partOf<ChunkController>(window), &ChunkController::saved);
        partOf<ChunkController>(window).saveTo(sandbox.path(QStringLiteral("a.envelope")), {});
        EMBER_TRY(!saved.isEmpty());
        QFile file(sandbox.path(QStringLiteral("a.envelope")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("profile_chunk"));
    }

    // Also where the file dialog has asked already: it does not know what is open.
    void savingOverTheOpenFileSaysSo_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"open.json", "link.json"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void savingOverTheOpenFileSaysSo()
    {
        QFETCH(QString, name);
        const Sandbox sandbox;
        MainWindow window;
        const QString open = sandbox.write(QStringLiteral("open.json"), tests::smallChunk());
        QVERIFY(QFile::link(open, sandbox.path(QStringLiteral("link.json"))));
        openAndWait(window, {open});
        partOf<ChunkController>(window).save();
        auto *dialog = window.findChild<SaveDialog *>(QStringLiteral("saveDialog"));
        QVERIFY(dialog);
        dialog->findChild<QLineEdit *>(QStringLiteral("path"))->setText(sandbox.path(name));
        dialog->accept();
        auto *box = dialog->findChild<QMessageBox *>();
        QVERIFY(box);
        QCOMPARE(box->textFormat(), Qt::PlainText);
        QVERIFY2(box->text().contains(open), qPrintable(box->text()));
        QVERIFY(box->informativeText().contains(QStringLiteral("lost")));
        QCOMPARE(box->defaultButton(), box->button(QMessageBox::Cancel));
        box->reject();
        QCOMPARE(dialog->result(), 0);
        QCOMPARE(tests::contentOf(open), tests::smallChunk());
    }

    void numberedChunksDoNotReplaceAnOpenFile()
    {
        const Sandbox sandbox;
        MainWindow window;
        const QString open = sandbox.path(QStringLiteral("a-001.json"));
        const QStringList parts = tests::partsOfASession(sandbox);
        QVERIFY(QFile::rename(parts[1], open));
        const QByteArray before = tests::contentOf(open);
        openAndWait(window, {parts[0], open, parts[2]});
        EMBER_TRY(partOf<ChunkController>(window).entries().size() == 3);
        window.panels().chunks->findChild<QAbstractItemView *>()->selectAll();
        partOf<ChunkController>(window).saveTo(sandbox.path(QStringLiteral("a.json")), {});
        EMBER_TRY(partOf<MessageBar>(window).message().importance == Importance::Error);
        QCOMPARE(tests::contentOf(open), before);
        QVERIFY(!QFile::exists(sandbox.path(QStringLiteral("a-000.json"))));
    }

    void savingWhereNobodyMayWriteIsAMessage()
    {
        const Sandbox sandbox;
        MainWindow window;
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        partOf<ChunkController>(window).saveTo(QStringLiteral("/proc/nowhere/a.json"), {});
        EMBER_TRY(partOf<MessageBar>(window).message().importance == Importance::Error);
    }

    void searchFindsAndCounts()
    {
        const Sandbox sandbox;
        MainWindow window;
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        window.viewState().selection().setSearchText(QStringLiteral("compute"));
        EMBER_TRY(window.viewState().selection().matches().boxes == 4);
        window.actions().at("nextMatch")->trigger();
        EMBER_TRY(window.viewState().selection().box().has_value());
    }

    // Menu and keys step where Enter does: in the view in front.
    void matchesAreThoseOfTheViewInFront()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        auto &selection = window.viewState().selection();
        selection.setSearchText(QStringLiteral("compute"));
        EMBER_TRY(selection.matches().boxes == 4);
        views::GraphViewport &graph = window.panels().flameGraph->graph().viewport();
        window.panels().raise(window.panels().flameGraph);
        EMBER_TRY(!graph.matches().empty());
        window.actions().at("nextMatch")->trigger();
        QVERIFY(graph.selected().has_value());
        QVERIFY(!selection.box().has_value());
        graph.select(std::nullopt);
        QWidget &elsewhere = partOf<CaptureStatus>(window);
        elsewhere.setFocusPolicy(Qt::StrongFocus);
        elsewhere.setFocus();
        QTest::keyClick(&elsewhere, Qt::Key_N);
        QVERIFY(graph.selected().has_value());
        QVERIFY(!selection.box().has_value());
        window.panels().raise(window.panels().timeline);
        window.actions().at("nextMatch")->trigger();
        EMBER_TRY(selection.box().has_value());
    }

    void aLargeFileLoadsWithoutHoldingUpTheWindow()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        const QString path =
            sandbox.write(QStringLiteral("large.json"), tests::largeChunk(100, 7700));
        constexpr auto limit = tests::gapLimit(std::chrono::milliseconds(100));
        const auto longest = tests::leastGap(limit, [&](std::chrono::milliseconds &found) {
            tests::EventGap gap;
            openAndWait(window, {path});
            EMBER_TRY(window.panels().chunks->rows().size() == 1);
            window.actions().at("close")->trigger();
            EMBER_TRY(window.document().isEmpty());
            found = gap.longest();
        });
        qInfo("window.load50MB.gap %lld ms", static_cast<long long>(longest.count()));
        QVERIFY2(longest < limit, qPrintable(QString::number(longest.count())));
    }

    void aSessionGrowsInTheWindow()
    {
        const Sandbox sandbox;
        MainWindow window;
        std::size_t firstSamples = 0;
        connect(&window.loader(), &Loader::grown, &window, [&] {
            if (firstSamples == 0)
                firstSamples = window.document().spans()->profile()->sampleCount();
        });
        const QSignalSpy shown(&window.document(), &Document::opened);
        const QSignalSpy updated(&window.document(), &Document::updated);
        openAndWait(window, partsOfASession(sandbox));
        QCOMPARE(firstSamples, std::size_t(400));
        QCOMPARE(window.document().spans()->profile()->sampleCount(), std::size_t(1200));
        QCOMPARE(shown.size(), 1);
        QVERIFY(!updated.isEmpty());
        QVERIFY(window.viewState().zoom().showsAll());
        const QString status = window.findChild<CaptureStatus *>()->text();
        QVERIFY2(status.contains(views::samplesText(1200)), qPrintable(status));
    }

    void aPartGoesWithTheLoadThatIsCancelled()
    {
        const Sandbox sandbox;
        MainWindow window;
        bool wasShown = false;
        connect(&window.loader(), &Loader::grown, &window, [&] {
            wasShown = !window.document().isEmpty();
            window.loader().cancel();
        });
        window.openFiles(partsOfASession(sandbox));
        EMBER_TRY(wasShown);
        QVERIFY(window.document().isEmpty());
        QVERIFY(!window.loader().isLoading());
    }

    void whoCancelsALoadIsRidOfItsThread()
    {
        const Sandbox sandbox;
        MainWindow window;
        const QString path =
            sandbox.write(QStringLiteral("large.json"), tests::largeChunk(20, 6000));
        const QSignalSpy cancelled(&window.loader(), &Loader::cancelled);
        window.openFiles({path});
        QVERIFY(window.loader().isLoading());
        window.loader().cancel();
        QCOMPARE(cancelled.size(), 1);
        QVERIFY(!window.loader().isLoading());
        QVERIFY(window.document().isEmpty());
        EMBER_TRY(workPool().waitForDone(0));
    }

    void aStoppedLoadStopsReading()
    {
        const Sandbox sandbox;
        const QString path =
            sandbox.write(QStringLiteral("large.json"), tests::largeChunk(20, 6000));
        std::stop_source stop;
        QList<LoadStage> stages;
        const auto reached = [&](LoadStage stage) {
            stages.append(stage);
            stop.request_stop();
        };
        const auto result = loadFiles({{path}, {}, {}}, stop.get_token(), {reached});
        QVERIFY(!result);
        QCOMPARE(result.error().code, model::ErrorCode::Cancelled);
        QCOMPARE(stages, QList{LoadStage::Reading});
    }

    void aPictureShowsWhatIsAskedFor()
    {
        const Sandbox sandbox;
        MainWindow window;
        ScreenshotOptions options;
        options.output = sandbox.path(QStringLiteral("out.png"));
        options.size = QSize(900, 640);
        options.theme = ThemeChoice::Dark;
        options.thread = QStringLiteral("2");
        const auto taken = takeScreenshot(
            window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())}, options);
        QVERIFY(taken);
        const QImage picture(options.output);
        QCOMPARE(picture.size(), options.size);
        QVERIFY(qGray(picture.pixel(450, 400)) < 128);
        QCOMPARE(window.viewState().threads().shown().size(), std::size_t(1));
    }

    void aPictureIsNotRemembered()
    {
        const Sandbox sandbox;
        const QString picture = sandbox.path(QStringLiteral("out.png"));
        QProcess program;
        program.start(QCoreApplication::applicationDirPath() + QStringLiteral("/emberchart"),
                      {QStringLiteral("--screenshot"), picture,
                       sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        EMBER_TRY(program.state() == QProcess::NotRunning);
        QCOMPARE(program.exitCode(), 0);
        QVERIFY(QFile::exists(picture));
        QVERIFY(!QFile::exists(sandbox.path(QStringLiteral("config"))));
    }

    // It was aborted: a Wayland session, and Qt has only the plugin of X.
    void whereNoPlatformPluginFitsThatIsSaid()
    {
        const Sandbox sandbox;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.remove(QStringLiteral("DISPLAY"));
        environment.remove(QStringLiteral("QT_QPA_PLATFORM"));
        environment.insert(QStringLiteral("WAYLAND_DISPLAY"), QStringLiteral("nobody-listens"));
        QProcess program;
        program.setProcessEnvironment(environment);
        const auto run = [&](const QStringList &arguments) {
            program.start(QCoreApplication::applicationDirPath() + QStringLiteral("/emberchart"),
                          arguments);
            return program.waitForFinished(60'000);
        };
        QVERIFY(run({}));
        const QString said = QString::fromUtf8(program.readAllStandardError());
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 1);
        QVERIFY2(said.contains(QStringLiteral("qt6-wayland")), qPrintable(said));
        QVERIFY(run({QStringLiteral("--version")}));
        QCOMPARE(program.exitCode(), 0);
        QVERIFY(program.readAllStandardOutput().startsWith("emberchart "));
    }

    void aPictureOfNoSuchThreadIsAnError()
    {
        const Sandbox sandbox;
        MainWindow window;
        ScreenshotOptions options;
        options.output = sandbox.path(QStringLiteral("out.png"));
        options.thread = QStringLiteral("77");
        const auto taken = takeScreenshot(
            window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())}, options);
        QVERIFY(!taken);
        QCOMPARE(taken.error().code, model::ErrorCode::InvalidArgument);
    }

private:
    // Opens a chunk of 2 s and 400 samples, and selects its first second.
    static void openWithSelection(MainWindow &window, const Sandbox &sandbox)
    {
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        auto &state = window.viewState();
        const auto start = state.profile().origin();
        state.selection().selectRange(model::TimeRange{start, start + std::chrono::seconds(1)});
    }
};

EMBER_TEST(TstMainWindow)
#include "tst_mainwindow.moc"
