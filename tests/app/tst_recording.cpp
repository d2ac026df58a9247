// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/loader.h"
#include "app/window/actions.h"
#include "app/window/capturedesk.h"
#include "app/window/capturestatus.h"
#include "app/window/chunkdesk.h"
#include "app/window/launchform.h"
#include "app/window/mainwindow.h"
#include "app/window/messagebar.h"
#include "app/window/panels.h"
#include "app/window/startpage.h"
#include "tests/app/eventgap.h"
#include "tests/app/openandwait.h"
#include "tests/app/sandbox.h"
#include "tests/support/testmain.h"
#include "views/chunks/chunkspanel.h"

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>

using namespace ember;
using namespace ember::app;
using ember::tests::Sandbox;

namespace {

LaunchCommand busyCommand(int iterations)
{
    LaunchCommand command;
    command.program = QString::fromLatin1(tests::shell);
    command.arguments = tests::busyScript(iterations);
    command.rateHz = 499;
    return command;
}

std::size_t boxes(MainWindow &window)
{
    const auto &spans = window.viewState().spans();
    return spans ? spans->boxCount() : 0;
}

std::size_t samples(MainWindow &window)
{
    const auto &spans = window.viewState().spans();
    return spans ? spans->profile()->sampleCount() : 0;
}

UnsavedPrompt *prompt(MainWindow &window)
{
    return window.findChild<UnsavedPrompt *>();
}

void answer(MainWindow &window, const char *button)
{
    EMBER_TRY(prompt(window) != nullptr);
    prompt(window)->findChild<QPushButton *>(QString::fromLatin1(button))->click();
}

void recordToTheEnd(MainWindow &window, int iterations)
{
    const QSignalSpy ended(&window.captures(), &CaptureDesk::ended);
    window.launch(busyCommand(iterations));
    EMBER_TRY(!ended.isEmpty());
    QVERIFY(samples(window) > 10);
}

} // namespace

class TstRecording : public QObject {
    Q_OBJECT
private slots:
    void aCaptureEndsTheLoadThatWasUnderWay()
    {
        const Sandbox sandbox;
        MainWindow window;
        const QSignalSpy begun(&window.captures(), &CaptureDesk::begun);
        const QSignalSpy ended(&window.captures(), &CaptureDesk::ended);
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
        MainWindow window;
        window.show();
        tests::EventGap gap;
        window.launch(busyCommand(3'000'000));
        EMBER_TRY(boxes(window) > 0);
        const auto before = samples(window);
        EMBER_TRY(samples(window) > before);
        QVERIFY(window.isWindowModified());
        QVERIFY(window.actions().stop->isEnabled());
        window.actions().stop->trigger();
        EMBER_TRY(!window.captures().isRecording());
        QVERIFY(!window.actions().stop->isEnabled());
        EMBER_TRY(window.panels().chunks->rows().size() == 1);
        QCOMPARE(window.panels().chunks->rows().front().verdict, views::ChunkVerdict::Unknown);
        QVERIFY(gap.longest() < std::chrono::milliseconds(100));
        qInfo("window.record.gap %lld ms", static_cast<long long>(gap.longest().count()));

        const QSignalSpy saved(&window.chunks(), &ChunkDesk::saved);
        window.chunks().saveTo(sandbox.path(QStringLiteral("x.json")), {});
        EMBER_TRY(!saved.isEmpty());
        // The list may still be of an earlier moment.
        EMBER_TRY(!window.panels().chunks->rows().front().chunkId.isEmpty());
        QVERIFY(window.panels().chunks->rows().front().bytes > 0);
        QCOMPARE(window.panels().chunks->rows().front().verdict, views::ChunkVerdict::Accepted);
        const auto recorded = samples(window);
        const QSignalSpy loaded(&window.loader(), &Loader::loaded);
        window.openFiles({sandbox.path(QStringLiteral("x.json"))});
        answer(window, "discardButton");
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
        QVERIFY(window.actions().keep->isEnabled());
        const auto start = window.viewState().spans()->profile()->timeRange().start;
        EMBER_TRY(window.viewState().spans()->profile()->timeRange().start > start);
        QCOMPARE(window.viewState().follow(), views::Follow::Yes);
        window.actions().keep->trigger();
        EMBER_TRY(CaptureLibrary().list().size() == 2);
        EMBER_TRY(window.messages().message().text.contains(command.commandLine()));
        window.actions().stop->trigger();
        EMBER_TRY(!window.captures().isRecording());
        QVERIFY(!window.actions().keep->isEnabled());

        // The chart has what the log has.
        const auto recorded = samples(window);
        const auto opened =
            loadFiles({{window.document().folder().logPath()}, {}}, {}, {[](LoadStage) {}});
        QVERIFY(opened);
        QCOMPARE((*opened)->profiles.front().spans->profile()->sampleCount(), recorded);
    }

    void theChartFollowsUntilTheUserPans()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        window.launch(busyCommand(3'000'000));
        EMBER_TRY(samples(window) > 20);
        auto &state = window.viewState();
        QCOMPARE(state.follow(), views::Follow::Yes);
        QVERIFY(window.actions().follow->isChecked());
        const auto visible = state.zoom().visible();
        state.zoom().zoomAt(visible.start, 2.0);
        state.zoom().panBy(-visible.duration() / 10);
        EMBER_TRY(state.follow() == views::Follow::No);
        QVERIFY(!window.actions().follow->isChecked());
        const auto still = state.zoom().visible();
        const auto before = samples(window);
        EMBER_TRY(samples(window) > before + 20);
        QCOMPARE(state.zoom().visible(), still);
        window.actions().follow->trigger();
        QCOMPARE(state.follow(), views::Follow::Yes);
        window.actions().stop->trigger();
        EMBER_TRY(!window.captures().isRecording());
    }

    void anUnsavedCaptureIsNotDroppedWithoutAQuestion()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        recordToTheEnd(window, 200'000);
        QVERIFY(!window.close());
        EMBER_TRY(prompt(window) != nullptr);
        answer(window, "cancelButton");
        EMBER_TRY(prompt(window) == nullptr);
        QVERIFY(window.isVisible());

        QVERIFY(!window.close());
        answer(window, "keepButton");
        EMBER_TRY(!window.isVisible());
        const auto captures = CaptureLibrary().list();
        QCOMPARE(captures.size(), 1);
        QVERIFY(!captures.first().name.isEmpty());
    }

    void theQuestionSaysWhatBecomesOfTheProgram()
    {
        const Sandbox sandbox;
        for (const bool ends : {false, true}) {
            MainWindow window;
            window.show();
            LaunchCommand command = busyCommand(100'000'000);
            if (ends)
                command.options = {QStringLiteral("--kill")};
            window.launch(command);
            EMBER_TRY(samples(window) > 10);
            const QString tip = window.actions().stop->toolTip();
            QCOMPARE(tip.contains(QStringLiteral("the program runs on")), !ends);
            QCOMPARE(tip.contains(QStringLiteral("the program is ended with it")), ends);
            QVERIFY(!window.close());
            EMBER_TRY(prompt(window) != nullptr);
            QString said;
            for (const QLabel *label : prompt(window)->findChildren<QLabel *>())
                said += label->text();
            QCOMPARE(said.contains(QStringLiteral("the program runs on")), !ends);
            QCOMPARE(said.contains(QStringLiteral("the program is ended with it")), ends);
            answer(window, "discardButton");
            EMBER_TRY(!window.isVisible());
        }
    }

    void aDiscardedCaptureIsGone()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        // A busy machine adds gaps of its own, but who waits for the recorder does each time.
        auto longest = std::chrono::milliseconds::max();
        for (int time = 0; time < 3 && longest >= std::chrono::milliseconds(100); ++time) {
            window.launch(busyCommand(3'000'000));
            EMBER_TRY(samples(window) > 20);
            tests::EventGap gap;
            window.actions().close->trigger();
            answer(window, "discardButton");
            EMBER_TRY(window.document().isEmpty());
            longest = std::min(longest, gap.longest());
        }
        QVERIFY2(longest < std::chrono::milliseconds(100),
                 qPrintable(QString::number(longest.count())));
        EMBER_TRY(CaptureLibrary().list().isEmpty());
    }

    void aSavedLogIsNoLongerAskedFor()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        recordToTheEnd(window, 200'000);
        bool isSaved = false;
        window.captures().keeper().saveTo(sandbox.path(QStringLiteral("mine.ember")),
                                          [&] { isSaved = true; });
        EMBER_TRY(isSaved);
        QVERIFY(!window.isWindowModified());
        QVERIFY(window.close());
        QVERIFY(QFile::exists(sandbox.path(QStringLiteral("mine.ember"))));
    }

    void oneKeyRunsItAgain()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        recordToTheEnd(window, 200'000);
        const QSignalSpy ended(&window.captures(), &CaptureDesk::ended);
        window.actions().runAgain->trigger();
        answer(window, "keepButton");
        EMBER_TRY(window.captures().isRecording());
        EMBER_TRY(!ended.isEmpty());
        QCOMPARE(CaptureLibrary().list().size(), 2);
        QCOMPARE(CaptureLibrary().list().last().name, busyCommand(200'000).commandLine());
    }

    void aCaptureIsKeptUnderTheNameThatIsTyped()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        recordToTheEnd(window, 200'000);
        window.actions().close->trigger();
        EMBER_TRY(prompt(window) != nullptr);
        prompt(window)
            ->findChild<QLineEdit *>(QStringLiteral("captureName"))
            ->setText(QStringLiteral("before the fix"));
        answer(window, "keepButton");
        EMBER_TRY(window.document().isEmpty());
        QCOMPARE(CaptureLibrary().list().first().name, QStringLiteral("before the fix"));
    }

    void whoIsNotToBeAskedAgainIsNot()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        recordToTheEnd(window, 200'000);
        window.actions().close->trigger();
        EMBER_TRY(prompt(window) != nullptr);
        prompt(window)->findChild<QCheckBox *>(QStringLiteral("doNotAsk"))->click();
        answer(window, "keepButton");
        EMBER_TRY(prompt(window) == nullptr);
        recordToTheEnd(window, 200'000);
        const QSignalSpy ended(&window.captures(), &CaptureDesk::ended);
        window.actions().runAgain->trigger();
        QVERIFY(prompt(window) == nullptr);
        QVERIFY(window.captures().isRecording());
        EMBER_TRY(!ended.isEmpty());
        QCOMPARE(CaptureLibrary().list().size(), 3);
        QVERIFY(window.close());
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
        QCOMPARE(window.startPage().form().command().program, program);
        QCOMPARE(window.messages().message().importance, Importance::Error);
        QVERIFY2(window.messages().message().text.contains(program),
                 qPrintable(window.messages().message().text));
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
        const QSignalSpy ended(&window.captures(), &CaptureDesk::ended);
        window.launch(command);
        EMBER_TRY(!ended.isEmpty());
        QVERIFY(window.messages().message().text.contains(told));
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
        const QSignalSpy ended(&window.captures(), &CaptureDesk::ended);
        window.launch(command);
        EMBER_TRY(!ended.isEmpty());
        QVERIFY(window.document().isEmpty());
        QVERIFY2(window.messages().message().text.contains(QLatin1String("exited with 0")),
                 qPrintable(window.messages().message().text));
    }

    void aCaptureOfALostWindowIsOffered()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        auto lost = LiveCapture::launch(busyCommand(3'000'000), library);
        QVERIFY(lost);
        EMBER_TRY((*lost)->newest() && (*lost)->newest()->spans);
        lost->reset();
        MainWindow window;
        window.show();
        EMBER_TRY(window.messages().message().actions.size() == 1);
        window.messages().message().actions.first()->trigger();
        EMBER_TRY(samples(window) > 10);
        QVERIFY(window.captures().isRecording());
        window.actions().stop->trigger();
        EMBER_TRY(!window.captures().isRecording());
    }
};

EMBER_TEST(TstRecording)
#include "tst_recording.moc"
