// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/look/messagebar.h"
#include "app/recording/capturestatus.h"
#include "app/recording/launchform.h"
#include "app/sentry/chunkcontroller.h"
#include "app/session/loader.h"
#include "app/start/startpage.h"
#include "app/window/actions.h"
#include "app/window/capturecontroller.h"
#include "app/window/mainwindow.h"
#include "app/window/panels.h"
#include "tests/app/busycapture.h"
#include "tests/app/eventgap.h"
#include "tests/app/openandwait.h"
#include "tests/app/partof.h"
#include "tests/app/sandbox.h"
#include "tests/support/testmain.h"
#include "views/lists/chunkspanel.h"

#include <QAction>
#include <QSignalSpy>
#include <QToolButton>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <optional>

using namespace ember;
using namespace ember::app;
using ember::tests::busyCommand;
using ember::tests::partOf;
using ember::tests::samples;
using ember::tests::Sandbox;

namespace {

std::size_t boxes(MainWindow &window)
{
    const auto &spans = window.viewState().spans();
    return spans ? spans->boxCount() : 0;
}

} // namespace

class TstRecording : public QObject {
    Q_OBJECT
    static void recordOneSecond(MainWindow &window)
    {
        window.launch(busyCommand(100'000'000));
        EMBER_TRY(boxes(window) > 0);
        const auto before = samples(window);
        EMBER_TRY(samples(window) > before);
        QVERIFY(window.actions().at("stop")->isEnabled());
        const auto *stop = window.findChild<QToolButton *>(QStringLiteral("stop"));
        EMBER_TRY(stop->text().contains(QLatin1Char(':'))); // how long it lasts: a second by now
        window.actions().at("stop")->trigger();
        EMBER_TRY(!partOf<CaptureController>(window).isRecording());
        QVERIFY(!window.actions().at("stop")->isEnabled());
        QVERIFY(!stop->text().contains(QLatin1Char(':')));
        EMBER_TRY(window.panels().chunks->rows().size() == 1);
        QCOMPARE(window.panels().chunks->rows().front().verdict, views::ChunkVerdict::Unknown);
    }

private slots:
    void aCaptureEndsTheLoadThatWasUnderWay()
    {
        const Sandbox sandbox;
        MainWindow window;
        const QSignalSpy begun(&partOf<CaptureController>(window), &CaptureController::begun);
        const QSignalSpy ended(&partOf<CaptureController>(window), &CaptureController::ended);
        connect(&window.loader(), &Loader::grown, &window, [&] {
            if (begun.isEmpty())
                window.launch(busyCommand(100'000));
        });
        window.openFiles(partsOfASession(sandbox));
        EMBER_TRY(!begun.isEmpty());
        QVERIFY(!window.loader().isLoading());
        EMBER_TRY(!ended.isEmpty());
        QVERIFY(window.document().kind() == Document::Kind::Capture);
    }

    void boxesGrowSaveReopen()
    {
        const Sandbox sandbox;
        std::optional<MainWindow> shown;
        constexpr auto limit = tests::gapLimit(std::chrono::milliseconds(100));
        const auto longest = tests::leastGap(limit, [&](std::chrono::milliseconds &found) {
            shown.emplace();
            shown->show();
            tests::EventGap gap;
            recordOneSecond(*shown);
            found = gap.longest();
        });
        if (QTest::currentTestFailed())
            return;
        qInfo("window.record.gap %lld ms", static_cast<long long>(longest.count()));
        QVERIFY(longest < limit);
        MainWindow &window = *shown;

        const QSignalSpy saved(&partOf<ChunkController>(window), &ChunkController::saved);
        partOf<ChunkController>(window).saveTo(sandbox.path(QStringLiteral("x.json")), {});
        EMBER_TRY(!saved.isEmpty());
        // The list may still be of an earlier moment.
        EMBER_TRY(!window.panels().chunks->rows().front().chunkId.isEmpty());
        QVERIFY(window.panels().chunks->rows().front().bytes > 0);
        QCOMPARE(window.panels().chunks->rows().front().verdict, views::ChunkVerdict::Accepted);
        const auto recorded = samples(window);
        const QSignalSpy loaded(&window.loader(), &Loader::loaded);
        window.openFiles({sandbox.path(QStringLiteral("x.json"))});
        EMBER_TRY(!loaded.isEmpty());
        QVERIFY(samples(window) <= recorded);
        QVERIFY(samples(window) + 2 >= recorded);
    }

    void whatARingHasDroppedVanishesAndItsLastPartIsKept()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        LaunchCommand command = busyCommand(100'000'000);
        command.ring.limit = QStringLiteral("1s");
        window.launch(command);
        EMBER_TRY(samples(window) > 10);
        QVERIFY(window.actions().at("keep")->isEnabled());
        const auto start = window.viewState().spans()->profile()->timeRange().start;
        EMBER_TRY(window.viewState().spans()->profile()->timeRange().start > start);
        QCOMPARE(window.viewState().zoom().following(), views::Follow::Yes);
        window.actions().at("keep")->trigger();
        EMBER_TRY(CaptureLibrary().list().size() == 2);
        EMBER_TRY(partOf<MessageBar>(window).message().text.contains(command.commandLine()));
        window.actions().at("stop")->trigger();
        EMBER_TRY(!partOf<CaptureController>(window).isRecording());
        QVERIFY(!window.actions().at("keep")->isEnabled());

        // The chart has what the log has.
        const auto recorded = samples(window);
        const auto opened =
            loadFiles({{window.document().folder().logPath()}, {}, {}}, {}, {[](LoadStage) {}});
        QVERIFY(opened);
        QCOMPARE((*opened)->profiles.front().spans->profile()->sampleCount(), recorded);
    }

    void theChartFollowsUntilTheUserPans()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        window.launch(busyCommand(100'000'000));
        EMBER_TRY(samples(window) > 20);
        auto &state = window.viewState();
        QCOMPARE(state.zoom().following(), views::Follow::Yes);
        QVERIFY(window.actions().at("follow")->isChecked());
        const auto visible = state.zoom().visible();
        state.zoom().zoomAt(visible.start, 2.0);
        state.zoom().panBy(-visible.duration() / 10);
        EMBER_TRY(state.zoom().following() == views::Follow::No);
        QVERIFY(!window.actions().at("follow")->isChecked());
        const auto still = state.zoom().visible();
        const auto before = samples(window);
        EMBER_TRY(samples(window) > before + 20);
        QCOMPARE(state.zoom().visible(), still);
        window.actions().at("follow")->trigger();
        QCOMPARE(state.zoom().following(), views::Follow::Yes);
        const QSignalSpy ended(&partOf<CaptureController>(window), &CaptureController::ended);
        window.actions().at("stop")->trigger();
        EMBER_TRY(!ended.isEmpty());
        // There is nothing to follow any more, and the button looks like it, whoever asks for it.
        QCOMPARE(state.zoom().following(), views::Follow::No);
        state.zoom().setFollowing(views::Follow::Yes);
        QVERIFY(!window.actions().at("follow")->isEnabled());
        QVERIFY(!window.actions().at("follow")->isChecked());
    }

    // A file stands for a capture: recording so much takes too long for a test.
    void atItsEndTheWindowShowsAllOfACaptureWhateverThePointerIsOver()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        tests::openAndWait(window,
                           {sandbox.write(QStringLiteral("a.json"), tests::largeChunk(1, 2'000))});
        views::ViewState &state = window.viewState();
        state.zoom().setFollowing(views::Follow::Yes);
        QVERIFY(!state.zoom().showsAll());
        state.threads().setHeld(views::Held::Yes);
        emit partOf<CaptureController>(window).ended();
        QVERIFY(state.zoom().showsAll());
        QVERIFY(state.threads().held() == views::Held::No);
    }

    void aCommandThatCannotRunLeavesAMessageAndNothingElse_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("not there") << QByteArray();
        QTest::newRow("not executable") << QByteArray("#!/bin/sh\nexit 0\n");
    }

    void aCommandThatCannotRunLeavesAMessageAndNothingElse()
    {
        QFETCH(QByteArray, content);
        const Sandbox sandbox;
        const QString program = content.isEmpty()
            ? sandbox.path(QStringLiteral("program"))
            : sandbox.write(QStringLiteral("program"), content);
        MainWindow window;
        window.show();
        LaunchCommand command;
        command.program = program;
        window.launch(command);
        EMBER_TRY(window.document().isEmpty());
        QCOMPARE(partOf<StartPage>(window).form().command().program, program);
        QCOMPARE(partOf<MessageBar>(window).message().importance, Importance::Error);
        QVERIFY2(partOf<MessageBar>(window).message().text.contains(program),
                 qPrintable(partOf<MessageBar>(window).message().text));
        EMBER_TRY(CaptureLibrary().list().isEmpty());
    }

    void anEndThatNobodyExpectsIsTold_data()
    {
        QTest::addColumn<QString>("end");
        QTest::addColumn<QString>("told");
        QTest::newRow("code") << QStringLiteral("exit 3") << QStringLiteral("exited with 3");
        QTest::newRow("signal") << QStringLiteral("kill -ABRT $$")
                                << QStringLiteral("ended by signal 6 (")
                + QString::fromLocal8Bit(strsignal(SIGABRT)) + QLatin1Char(')');
    }

    void anEndThatNobodyExpectsIsTold()
    {
        QFETCH(QString, end);
        QFETCH(QString, told);
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        LaunchCommand command = busyCommand(200'000);
        command.arguments[1].replace(QLatin1String("exit 7"), end);
        const QSignalSpy ended(&partOf<CaptureController>(window), &CaptureController::ended);
        window.launch(command);
        EMBER_TRY(!ended.isEmpty());
        QVERIFY(partOf<MessageBar>(window).message().text.contains(told));
        QCOMPARE(partOf<MessageBar>(window).message().importance, Importance::Warning);
        QVERIFY(window.findChild<CaptureStatus *>()->text().contains(told));
    }

    void aCommandThatEndsAtOnceIsNotWaitedFor()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        LaunchCommand command;
        command.program = QStringLiteral("true");
        command.rateHz = 1;
        tests::runToItsEndWithoutSamples(window, command);
        QVERIFY2(partOf<MessageBar>(window).message().text.contains(QLatin1String("exited with 0")),
                 qPrintable(partOf<MessageBar>(window).message().text));
    }

    void aCaptureOfALostWindowIsOffered()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        auto lost = LiveCapture::launch(busyCommand(100'000'000), library);
        QVERIFY(lost);
        EMBER_TRY((*lost)->newest() && (*lost)->newest()->spans);
        lost->reset();
        MainWindow window;
        window.show();
        EMBER_TRY(partOf<MessageBar>(window).message().actions.size() == 1);
        partOf<MessageBar>(window).message().actions.first()->trigger();
        EMBER_TRY(samples(window) > 10);
        QVERIFY(partOf<CaptureController>(window).isRecording());
        window.actions().at("stop")->trigger();
        EMBER_TRY(!partOf<CaptureController>(window).isRecording());
    }
};

EMBER_TEST(TstRecording)
#include "tst_recording.moc"
