// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/actions.h"
#include "app/window/capturecontroller.h"
#include "app/window/mainwindow.h"
#include "tests/app/busycapture.h"
#include "tests/app/eventgap.h"
#include "tests/app/sandbox.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>

#include <algorithm>
#include <chrono>

using namespace ember;
using namespace ember::app;
using ember::tests::answer;
using ember::tests::busyCommand;
using ember::tests::prompt;
using ember::tests::recordToTheEnd;
using ember::tests::samples;
using ember::tests::Sandbox;

// What is asked before a capture without a name is dropped, and what becomes of it.
class TstUnsavedCaptures : public QObject {
    Q_OBJECT

private slots:
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
        window.captures().saver().saveTo(sandbox.path(QStringLiteral("mine.ember")),
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
        const QSignalSpy ended(&window.captures(), &CaptureController::ended);
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
        const QSignalSpy ended(&window.captures(), &CaptureController::ended);
        window.actions().runAgain->trigger();
        QVERIFY(prompt(window) == nullptr);
        QVERIFY(window.captures().isRecording());
        EMBER_TRY(!ended.isEmpty());
        QCOMPARE(CaptureLibrary().list().size(), 3);
        QVERIFY(window.close());
    }
};

EMBER_TEST(TstUnsavedCaptures)
#include "tst_unsavedcaptures.moc"
