// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inbackground.h"
#include "app/look/messagebar.h"
#include "app/recording/launchform.h"
#include "app/start/profilefacts.h"
#include "app/start/recentcards.h"
#include "app/start/startpage.h"
#include "app/window/actions.h"
#include "app/window/capturecontroller.h"
#include "app/window/mainwindow.h"
#include "tests/app/busycapture.h"
#include "tests/app/eventgap.h"
#include "tests/app/ingerman.h"
#include "tests/app/openandwait.h"
#include "tests/app/partof.h"
#include "tests/app/sandbox.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLocale>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QThreadPool>
#include <QToolButton>

#include <chrono>
#include <optional>
#include <sys/wait.h>

using namespace ember;
using namespace ember::app;
using ember::tests::busyCommand;
using ember::tests::openAndWait;
using ember::tests::partOf;
using ember::tests::recordToTheEnd;
using ember::tests::samples;
using ember::tests::Sandbox;

namespace {

QMessageBox *question(MainWindow &window)
{
    return window.findChild<QMessageBox *>(QStringLiteral("programRunsOn"));
}

void answer(MainWindow &window, const char *button)
{
    EMBER_TRY(question(window) != nullptr);
    question(window)->findChild<QPushButton *>(QString::fromLatin1(button))->click();
}

void runAndStop(MainWindow &window)
{
    window.launch(busyCommand(100'000'000));
    EMBER_TRY(samples(window) > 10);
    window.actions().at("stop")->trigger();
    EMBER_TRY(!partOf<CaptureController>(window).isRecording());
}

bool mayAttach()
{
    QFile scope(QStringLiteral("/proc/sys/kernel/yama/ptrace_scope"));
    return !scope.open(QIODevice::ReadOnly) || scope.readAll().trimmed() == "0";
}

} // namespace

// What becomes of captures that are left, and of programs that run on after them.
class TstKeptCaptures : public QObject {
    Q_OBJECT

private slots:
    void aCaptureIsLeftWithoutAQuestion()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        recordToTheEnd(window, 200'000);
        QVERIFY(!window.isWindowModified());
        QVERIFY(window.close());
        const auto captures = CaptureLibrary().list();
        QCOMPARE(captures.size(), 1);
        QVERIFY(!captures.first().isPinned);
    }

    // Not by the name that all their files have.
    void aCaptureThatIsOpenedAgainIsCalledByProgramAndTime()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        recordToTheEnd(window, 200'000);
        const CaptureInfo capture = CaptureLibrary().list().first();
        window.actions().at("close")->trigger();
        openAndWait(window, {capture.folder.logPath()});
        const QString title = window.document().title();
        QVERIFY2(title.startsWith(capture.title().left(20)), qPrintable(title));
        QVERIFY2(title.endsWith(QLocale().toString(capture.started, QLocale::ShortFormat)),
                 qPrintable(title));
        QVERIFY2(window.windowTitle().startsWith(title.left(20)), qPrintable(window.windowTitle()));
        openAndWait(window, {sandbox.write(u"own.json"_qs, tests::smallChunk())});
        QCOMPARE(window.document().title(), QStringLiteral("own.json"));
    }

    void whoLeavesACaptureWaitsForNothing()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        constexpr auto limit = tests::gapLimit(std::chrono::milliseconds(100));
        const auto longest = tests::leastGap(limit, [&](std::chrono::milliseconds &found) {
            window.launch(busyCommand(100'000'000));
            EMBER_TRY(samples(window) > 20);
            tests::EventGap gap;
            window.actions().at("close")->trigger();
            EMBER_TRY(window.document().isEmpty());
            found = gap.longest();
        });
        if (QTest::currentTestFailed())
            return;
        QVERIFY2(longest < limit, qPrintable(QString::number(longest.count())));
    }

    void aRecorderThatIsLeftIsReaped()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.launch(busyCommand(100'000'000));
        EMBER_TRY(samples(window) > 20);
        window.actions().at("close")->trigger();
        const auto hasChild = [] {
            siginfo_t info{};
            return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
        };
        EMBER_TRY(!hasChild());
    }

    void aProgramThatRunsOnCanBeEnded()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        runAndStop(window);
        const Message &said = partOf<MessageBar>(window).message();
        EMBER_TRY(said.actions.size() == 2);
        QVERIFY2(said.text.contains(QStringLiteral("runs on")), qPrintable(said.text));
        said.actions.first()->trigger();
        EMBER_TRY(said.text.contains(QStringLiteral("has ended")));
        QVERIFY(window.close()); // nothing runs on
    }

    void aProgramThatRunsOnCanBeRecordedAgain()
    {
        if (!mayAttach())
            QSKIP("ptrace_scope lets nobody attach");
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        runAndStop(window);
        EMBER_TRY(partOf<MessageBar>(window).message().actions.size() == 2);
        partOf<MessageBar>(window).message().actions.last()->trigger();
        EMBER_TRY(partOf<CaptureController>(window).isRecording() && samples(window) > 10);
        window.actions().at("stop")->trigger();
        EMBER_TRY(!partOf<CaptureController>(window).isRecording());
        QCOMPARE(CaptureLibrary().list().size(), 2);
        const auto &said = partOf<MessageBar>(window).message().text;
        EMBER_TRY(said.contains(QStringLiteral("runs on")));
        QVERIFY2(!said.contains(QStringLiteral("Process")), qPrintable(said)); // twice its number
    }

    void closingAsksWhetherAProgramShallRunOn()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        window.launch(busyCommand(100'000'000));
        EMBER_TRY(samples(window) > 10);
        QVERIFY(
            window.actions().at("stop")->toolTip().contains(QStringLiteral("the program runs on")));
        QVERIFY(!window.close());
        EMBER_TRY(question(window) != nullptr);
        question(window)->button(QMessageBox::Cancel)->click();
        EMBER_TRY(question(window) == nullptr);
        QVERIFY(window.isVisible());
        QVERIFY(!window.close());
        answer(window, "endProgram");
        EMBER_TRY(!window.isVisible());
        EMBER_TRY(!partOf<CaptureController>(window).leavesProgram());
    }

    // What is recorded stays in the library; the program is ended with it, without a question.
    void closingSaysThatRecordingStops()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        LaunchCommand command = busyCommand(100'000'000);
        command.options = {QStringLiteral("--kill")};
        window.launch(command);
        EMBER_TRY(samples(window) > 10);
        QVERIFY(window.actions().at("stop")->toolTip().contains(
            QStringLiteral("the program is ended with it")));
        const auto box = [&] {
            return window.findChild<QMessageBox *>(QStringLiteral("stillRecording"));
        };
        QVERIFY(!window.close());
        EMBER_TRY(box() != nullptr);
        QVERIFY(box()->informativeText().contains(QStringLiteral("is in the library")));
        box()->button(QMessageBox::Cancel)->click();
        EMBER_TRY(box() == nullptr);
        QVERIFY(partOf<CaptureController>(window).isRecording());
        window.actions().at("quit")->trigger();
        EMBER_TRY(box() != nullptr);
        box()->findChild<QPushButton *>(QStringLiteral("stopAndClose"))->click();
        EMBER_TRY(!window.isVisible());
        QCOMPARE(CaptureLibrary().list().size(), 1);
    }

    void onceItHasStoppedClosingAsksNothing()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        LaunchCommand command = busyCommand(100'000'000);
        command.options = {QStringLiteral("--kill")};
        window.launch(command);
        EMBER_TRY(samples(window) > 10);
        window.actions().at("stop")->trigger();
        EMBER_TRY(!partOf<CaptureController>(window).isRecording());
        QVERIFY(window.close());
    }

    void aLogIsCopiedWhereOneWantsIt()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        recordToTheEnd(window, 200'000);
        bool isSaved = false;
        partOf<CaptureController>(window).saver().saveTo(sandbox.path(QStringLiteral("mine.ember")),
                                                         [&] { isSaved = true; });
        EMBER_TRY(isSaved);
        QVERIFY(QFile::exists(sandbox.path(QStringLiteral("mine.ember"))));
    }

    void oneKeyRunsItAgain()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        QVERIFY(!window.actions().at("runAgain")->isEnabled()); // nothing has run yet
        recordToTheEnd(window, 200'000);
        QVERIFY(window.actions().at("runAgain")->isEnabled());
        const QSignalSpy ended(&partOf<CaptureController>(window), &CaptureController::ended);
        window.actions().at("runAgain")->trigger();
        QVERIFY(partOf<CaptureController>(window).isRecording());
        EMBER_TRY(!ended.isEmpty());
        QCOMPARE(CaptureLibrary().list().size(), 2);
    }

    void whatCouldNotBeRecordedIsNotOffered()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        LaunchCommand command;
        command.program = sandbox.path(QStringLiteral("nosuchprogram"));
        const QSignalSpy discarded(&partOf<CaptureController>(window),
                                   &CaptureController::discarded);
        window.launch(command);
        EMBER_TRY(!discarded.isEmpty());
        workPool().waitForDone();
        EMBER_TRY(partOf<StartPage>(window).findChildren<RecentCard *>().isEmpty());
    }

    void aCaptureIsACardWithItsPicture()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        recordToTheEnd(window, 400'000);
        window.actions().at("close")->trigger();
        const auto cards = [&] { return partOf<StartPage>(window).findChildren<RecentCard *>(); };
        EMBER_TRY(cards().size() == 1 && !cards().first()->profile().picture.isNull());
        auto *card = cards().first();
        QVERIFY2(card->profile().details.contains(QStringLiteral("1 thread")),
                 qPrintable(card->profile().details));
        const QSignalSpy loaded(&window.loader(), &Loader::loaded);
        card->click();
        EMBER_TRY(!loaded.isEmpty());
    }

    // Which the window does when a view or bookmarks are kept, and may then be killed.
    void aLogThatIsAppendedToKeepsItsCard()
    {
        const Sandbox sandbox;
        const QString log = sandbox.write(QStringLiteral("a.ember"), QByteArray(10'000, 'a'));
        keepFacts({.length = model::Nanoseconds(5), .picture = {}}, {log});
        QFile file(log);
        QVERIFY(file.open(QIODevice::Append) && file.write("view") == 4);
        file.close();
        const auto kept = keptFacts({log});
        QVERIFY(kept && kept->length == model::Nanoseconds(5));
        sandbox.write(QStringLiteral("a.ember"), QByteArray(10'000, 'b')); // another capture
        QVERIFY(!keptFacts({log}));
    }

    // However much was opened before.
    void theWaysToBeginAreInSight()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.resize(1280, 720);
        window.show();
        auto &page = partOf<StartPage>(window);
        RecentProfile recent;
        recent.paths = {QStringLiteral("/tmp/a.json")};
        page.setRecent(QList<RecentProfile>(8, recent));
        EMBER_TRY(page.findChildren<RecentCard *>().size() == 8);
        for (const char *name : {"openButton", "demoButton", "listenButton"}) {
            const auto *button = page.findChild<QPushButton *>(QLatin1String(name));
            EMBER_TRY(button->visibleRegion().boundingRect() == button->rect());
        }
    }

    void aCaptureThatIsLeftWhileItIsRecordedIsACardWithWhatWasSeen()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        window.launch(busyCommand(100'000'000));
        EMBER_TRY(window.document().spans() != nullptr
                  && window.document().spans()->profile()->sampleCount() > 20);
        window.actions().at("close")->trigger();
        const auto cards = [&] { return partOf<StartPage>(window).findChildren<RecentCard *>(); };
        EMBER_TRY(cards().size() == 1 && !cards().first()->profile().picture.isNull());
    }

    void aFileWithoutTimeHasAPicture()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        openAndWait(window,
                    {sandbox.write(QStringLiteral("a.folded"), "main;parse 5\nmain;write 3\n")});
        window.actions().at("close")->trigger();
        const auto cards = [&] { return partOf<StartPage>(window).findChildren<RecentCard *>(); };
        EMBER_TRY(cards().size() == 1 && !cards().first()->profile().picture.isNull());
        const QImage picture = cards().first()->profile().picture;
        QCOMPARE(qAlpha(picture.pixel(1, 1)), 255);
        QVERIFY(picture.pixel(1, 1) != picture.pixel(picture.width() * 3 / 4, 1)); // side by side
    }

    void aCardSaysOfFramesWhatTheAnswerSays()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        openAndWait(
            window,
            {sandbox.write(
                QStringLiteral("a.json"),
                tests::smallChunk().replace(
                    "\"profile\":",
                    R"("measurements":{"slow_frame_renders":{"unit":"nanosecond","values":[)"
                    R"({"timestamp":1700000000.5,"value":100000000},)"
                    R"({"timestamp":1700000001.0,"value":50000000}]},)"
                    R"("frozen_frame_renders":{"unit":"nanosecond","values":[)"
                    R"({"timestamp":1700000001.9,"value":800000000}]}},"profile":)"))});
        window.actions().at("close")->trigger();
        const auto cards = [&] { return partOf<StartPage>(window).findChildren<RecentCard *>(); };
        EMBER_TRY(cards().size() == 1
                  && cards().first()->profile().details.contains(
                      QStringLiteral("2 slow, 1 frozen frame")));
    }

    void theFormOfANewLaunchIsNeverHigherThanTheWindow_data()
    {
        QTest::addColumn<bool>("isGerman");
        QTest::newRow("English") << false;
        QTest::newRow("German") << true;
    }

    void theFormOfANewLaunchIsNeverHigherThanTheWindow()
    {
        QFETCH(bool, isGerman);
        const Sandbox sandbox;
        std::optional<tests::InGerman> german;
        if (isGerman)
            german.emplace();
        MainWindow window;
        window.resize(1280, 700);
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        window.actions().at("newLaunch")->trigger();
        auto *dialog = window.findChild<QDialog *>(QStringLiteral("launchDialog"));
        QVERIFY(dialog != nullptr);
        const int folded = dialog->height();
        dialog->findChild<QToolButton *>(QStringLiteral("more"))->click();
        dialog->findChild<QCheckBox *>(QStringLiteral("nameJit"))->click();
        EMBER_TRY(dialog->height() > 2 * folded);
        const auto *command = dialog->findChild<QComboBox *>(QStringLiteral("command"));
        QCOMPARE(command->height(), command->sizeHint().height());
        const auto *hint = dialog->findChild<QLabel *>(QStringLiteral("jitHint"));
        EMBER_TRY(hint->height() >= hint->heightForWidth(hint->width()));
        const auto isInside = [&](const QWidget *part) {
            return dialog->rect().contains(QRect(part->mapTo(dialog, QPoint()), part->size()));
        };
        QVERIFY(isInside(hint)); // without scrolling, as the window is high enough
        for (const auto *box : dialog->findChildren<QCheckBox *>()) {
            if (box->isVisible())
                QVERIFY2(isInside(box) && box->width() >= box->sizeHint().width(),
                         qPrintable(box->text()));
        }
        // A high form is scrolled.
        dialog->findChild<QPlainTextEdit *>(QStringLiteral("environment"))->setPlainText(u"A=1"_qs);
        dialog->findChild<QComboBox *>(QStringLiteral("ringLimit"))->setCurrentIndex(1);
        dialog->findChild<QSpinBox *>(QStringLiteral("rate"))->setValue(100);
        QCoreApplication::processEvents();
        EMBER_TRY(hint->height() >= hint->heightForWidth(hint->width()));
        QVERIFY(dialog->height() <= window.height());
    }

    void theFormOfANewLaunchLeavesOpenWhatIsOpen()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        window.actions().at("newLaunch")->trigger();
        auto *dialog = window.findChild<QDialog *>(QStringLiteral("launchDialog"));
        QVERIFY(dialog != nullptr);
        QCOMPARE(window.document().kind(), Document::Kind::Files);
        dialog->findChild<LaunchForm *>()->setCommand(busyCommand(200'000));
        const QSignalSpy ended(&partOf<CaptureController>(window), &CaptureController::ended);
        dialog->findChild<QPushButton *>(QStringLiteral("launchButton"))->click();
        QCOMPARE(window.document().kind(), Document::Kind::Capture);
        EMBER_TRY(!ended.isEmpty());
    }

    void longCommandsAreElidedInMessages()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        LaunchCommand command;
        command.program = QStringLiteral("/bin/true");
        command.rateHz = 1;
        for (int word = 0; word < 3000; ++word)
            command.arguments << QStringLiteral("argument%1").arg(word);
        tests::runToItsEndWithoutSamples(window, command);
        const QString text = partOf<MessageBar>(window).message().text;
        QVERIFY2(text.endsWith(QStringLiteral("it exited with 0.")), qPrintable(text));
        QVERIFY(text.size() < 200);
        QVERIFY(partOf<MessageBar>(window).height() < 100);
    }
};

EMBER_TEST(TstKeptCaptures)
#include "tst_keptcaptures.moc"
