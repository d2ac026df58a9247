// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/look/messagebar.h"
#include "app/recording/attachdialog.h"
#include "app/session/processlist.h"
#include "app/window/actions.h"
#include "app/window/capturecontroller.h"
#include "app/window/mainwindow.h"
#include "tests/app/partof.h"
#include "tests/app/sandbox.h"
#include "tests/support/testmain.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTreeView>

#include <algorithm>
#include <csignal>
#include <unistd.h>

using namespace ember;
using namespace ember::app;
using ember::tests::partOf;
using ember::tests::Sandbox;

namespace {

// A process of ours that works, until it goes out of scope.
class Busy {
public:
    Busy()
    {
        m_process.start(QString::fromLatin1(tests::shell), tests::busyScript(100'000'000));
        m_process.waitForStarted();
    }

    ~Busy()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    Busy(const Busy &) = delete;
    Busy &operator=(const Busy &) = delete;

    qint64 pid() const { return m_process.processId(); }

    bool isAlive() const { return m_process.state() == QProcess::Running; }

private:
    QProcess m_process;
};

std::size_t samples(MainWindow &window)
{
    const auto &spans = window.viewState().spans();
    return spans ? spans->profile()->sampleCount() : 0;
}

// Types the number into the filter and chooses the row that is left.
void choose(AttachDialog &dialog, qint64 pid)
{
    auto *view = dialog.findChild<QTreeView *>(QStringLiteral("processes"));
    dialog.findChild<QLineEdit *>(QStringLiteral("filter"))->setText(QString::number(pid));
    const auto row = [&] {
        for (int i = 0; i < view->model()->rowCount(); ++i) {
            if (view->model()->index(i, 1).data().toString() == QString::number(pid))
                return i;
        }
        return -1;
    };
    EMBER_TRY(row() >= 0);
    view->setCurrentIndex(view->model()->index(row(), 0));
}

} // namespace

class TstAttach : public QObject {
    Q_OBJECT
private slots:
    void theListHasWhatRuns()
    {
        const Busy busy;
        std::vector<RunningProcess> processes;
        const auto find = [&] {
            return std::ranges::find(processes, busy.pid(),
                                     [](const auto &process) { return process.pid; });
        };
        // A program that is only just becoming itself has no command line yet.
        const auto isListed = [&] {
            processes = runningProcesses();
            return find() != processes.end();
        };
        EMBER_TRY(isListed());
        const auto found = find();
        QVERIFY2(found->commandLine.contains(QLatin1String("while")),
                 qPrintable(found->commandLine));
        QCOMPARE(found->threads, 1);
        QVERIFY(found->isOwn);
        QVERIFY(!found->user.isEmpty());
        QVERIFY(std::ranges::none_of(
            processes, [](const auto &process) { return process.pid == ::getpid(); }));
        const auto firstForeign =
            std::ranges::find(processes, false, [](const auto &process) { return process.isOwn; });
        QVERIFY(std::none_of(firstForeign, processes.end(),
                             [](const auto &process) { return process.isOwn; }));
    }

    void theFilterFindsAndTheButtonWaitsForAChoice()
    {
        const Busy busy;
        AttachDialog dialog;
        const QAbstractItemModelTester tester(
            dialog.findChild<QTreeView *>(QStringLiteral("processes"))->model());
        QVERIFY(!dialog.findChild<QPushButton *>(QStringLiteral("attach"))->isEnabled());
        choose(dialog, busy.pid());
        const QSignalSpy requests(&dialog, &AttachDialog::attachRequested);
        dialog.findChild<QPushButton *>(QStringLiteral("attach"))->click();
        QCOMPARE(requests.size(), 1);
        const auto command = requests.first().first().value<LaunchCommand>();
        QCOMPARE(command.pid, busy.pid());
        QCOMPARE(command.nameJit, NameJit::No);
    }

    void aBoxLetsJavaNameItsCode()
    {
        const Busy busy;
        AttachDialog dialog;
        choose(dialog, busy.pid());
        dialog.findChild<QCheckBox *>(QStringLiteral("nameJit"))->setChecked(true);
        const QSignalSpy requests(&dialog, &AttachDialog::attachRequested);
        dialog.findChild<QPushButton *>(QStringLiteral("attach"))->click();
        QCOMPARE(requests.size(), 1);
        QCOMPARE(requests.first().first().value<LaunchCommand>().nameJit, NameJit::Yes);
    }

    void enterInTheFilterAttachesToWhatIsFound()
    {
        const Busy busy;
        AttachDialog dialog;
        dialog.show();
        auto *filter = dialog.findChild<QLineEdit *>(QStringLiteral("filter"));
        QTest::keyClick(filter, Qt::Key_Return);
        QVERIFY(dialog.isVisible()); // nothing is chosen yet: nothing happens
        filter->setText(QString::number(busy.pid()));
        EMBER_TRY(dialog.findChild<QPushButton *>(QStringLiteral("attach"))->isEnabled());
        choose(dialog, busy.pid());
        const QSignalSpy requests(&dialog, &AttachDialog::attachRequested);
        QTest::keyClick(filter, Qt::Key_Return);
        QCOMPARE(requests.size(), 1);
        QCOMPARE(requests.first().first().value<LaunchCommand>().pid, busy.pid());
    }

    void arrowKeysChooseWhileOneTypes()
    {
        const Busy busy;
        AttachDialog dialog;
        dialog.show();
        auto *filter = dialog.findChild<QLineEdit *>(QStringLiteral("filter"));
        auto *view = dialog.findChild<QTreeView *>(QStringLiteral("processes"));
        EMBER_TRY(view->model()->rowCount() > 1);
        QTest::keyClick(filter, Qt::Key_Down);
        EMBER_TRY(view->selectionModel()->hasSelection());
    }

    void aRunningProcessIsRecordedAndRunsOn()
    {
        const Sandbox sandbox;
        const Busy busy;
        MainWindow window;
        window.show();
        window.launch(attachCommand(busy.pid(), processName(busy.pid())));
        EMBER_TRY(samples(window) > 20);
        QVERIFY2(window.windowTitle().contains(QString::number(busy.pid())),
                 qPrintable(window.windowTitle()));
        QVERIFY(LaunchSettings().recent().isEmpty());
        window.actions().at("stop")->trigger();
        EMBER_TRY(!partOf<CaptureController>(window).isRecording());
        QVERIFY(busy.isAlive());
        QVERIFY(samples(window) > 20);
    }

    void aProcessThatIsGoneIsOneMessage()
    {
        const Sandbox sandbox;
        const qint64 gone = Busy().pid();
        MainWindow window;
        window.show();
        window.launch(attachCommand(gone, QStringLiteral("gone")));
        EMBER_TRY(partOf<MessageBar>(window).message().importance == Importance::Error);
        EMBER_TRY(window.document().isEmpty());
        EMBER_TRY(CaptureLibrary().list().isEmpty());
    }

    void aTracedProcessIsExplained()
    {
        const Sandbox sandbox;
        LaunchCommand command;
        command.program = QString::fromLatin1(tests::shell);
        command.arguments = tests::busyScript(123'456'789);
        MainWindow window;
        window.show();
        window.launch(command);
        EMBER_TRY(samples(window) > 0);
        // Other tests have processes traced, too: the script of this one asks whether this test
        // runs.
        const auto ours = QStringLiteral("kill -0 %1 ").arg(::getpid());
        qint64 pid = 0;
        for (const auto &process : runningProcesses()) {
            if (process.commandLine.contains(ours)
                && process.refusal == AttachRefusal::AlreadyTraced)
                pid = process.pid;
        }
        QVERIFY(pid != 0);
        AttachDialog dialog;
        dialog.show();
        choose(dialog, pid);
        QVERIFY(!dialog.findChild<QLabel *>(QStringLiteral("refusal"))->text().isEmpty());
        window.actions().at("stop")->trigger();
        EMBER_TRY(!partOf<CaptureController>(window).isRecording());
        ::kill(static_cast<pid_t>(pid), SIGKILL);
    }
};

EMBER_TEST(TstAttach)
#include "tst_attach.moc"
