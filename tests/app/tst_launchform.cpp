// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recording/launchform.h"
#include "tests/app/sandbox.h"
#include "tests/support/testmain.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QSpinBox>
#include <QToolButton>

using namespace ember::app;

namespace {

template<typename Widget>
Widget *child(const QWidget &form, const char *name)
{
    auto *widget = form.findChild<Widget *>(QString::fromLatin1(name));
    if (widget == nullptr)
        qFatal("no %s", name);
    return widget;
}

LaunchCommand fullCommand()
{
    LaunchCommand command;
    command.program = QStringLiteral("/usr/bin/python3");
    command.arguments = {QStringLiteral("-c"), QStringLiteral("print('a b')")};
    command.directory = QStringLiteral("/tmp");
    command.environment = {QStringLiteral("A=1"), QStringLiteral("B=two words")};
    command.stdinFile = QStringLiteral("/dev/zero");
    command.rateHz = 499;
    command.followChildren = FollowChildren::No;
    command.measurements = Measurements::WithFrames;
    command.nameJit = NameJit::Yes;
    command.machine = {QStringLiteral("me@build7"), QStringLiteral("/opt/emberchart-record")};
    command.options = {QStringLiteral("-d"), QStringLiteral("10"), QStringLiteral("--kill")};
    return command;
}

} // namespace

class TstLaunchForm : public QObject {
    Q_OBJECT
private slots:
    void aCommandComesBackAsItWasSet()
    {
        LaunchForm form;
        form.setCommand(fullCommand());
        QCOMPARE(form.command(), fullCommand());
    }

    // A field takes some ten thousand letters.
    void aCommandThatIsTooLongForItsFieldIsLaunchedWhole()
    {
        LaunchCommand command;
        command.program = QStringLiteral("/bin/echo");
        for (int number = 0; number < 3'000; ++number)
            command.arguments << QStringLiteral("argument number %1").arg(number);
        LaunchForm form;
        form.setRecent({command});
        QCOMPARE(form.command(), command);
        const QString shown = child<QComboBox>(form, "command")->currentText();
        QVERIFY2(shown.endsWith(QChar(u'…')), qPrintable(shown));
        form.setRecent({command}); // anew
        QSignalSpy launched(&form, &LaunchForm::launchRequested);
        child<QPushButton>(form, "launchButton")->click();
        QCOMPARE(launched.at(0).at(0).value<LaunchCommand>(), command);
        child<QComboBox>(form, "command")->setEditText(QStringLiteral("ls -l"));
        QCOMPARE(form.command().arguments, QStringList(QStringLiteral("-l")));
    }

    void aRingComesBackAsItWasSet_data()
    {
        QTest::addColumn<QString>("limit");
        QTest::addColumn<QString>("shown");
        QTest::newRow("minutes") << QStringLiteral("10min") << QStringLiteral("10min");
        QTest::newRow("gigabytes") << QStringLiteral("2GB") << QStringLiteral("2GB");
        QTest::newRow("seconds") << QStringLiteral("90s") << QStringLiteral("2min");
        QTest::newRow("megabytes") << QStringLiteral("500MB") << QStringLiteral("1GB");
        QTest::newRow("all of it") << QString() << QString();
        QTest::newRow("what is no limit") << QStringLiteral("min") << QString();
    }

    void aRingComesBackAsItWasSet()
    {
        QFETCH(QString, limit);
        QFETCH(QString, shown);
        LaunchCommand command;
        command.program = QStringLiteral("xz");
        command.ring = {limit,
                        QStringLiteral("30s"),
                        {QStringLiteral("signal:USR1"), QStringLiteral("frozen-frame"),
                         QStringLiteral("cpu>150")}};
        LaunchForm form;
        form.setCommand(command);
        QCOMPARE(form.command().ring.limit, shown);
        command.ring.limit = shown;
        QCOMPARE(form.command().ring, shown.isEmpty() ? RingChoice() : command.ring);
    }

    void anotherMachineHasNoRing()
    {
        LaunchForm form;
        form.setCommand(fullCommand());
        child<QComboBox>(form, "ringLimit")->setCurrentIndex(1);
        QVERIFY(!form.command().ring.isOn());
        child<QLineEdit>(form, "host")->clear();
        QVERIFY(form.command().ring.isOn());
    }

    void whoKeepsFrozenFramesHasThemWatched()
    {
        LaunchForm form;
        child<QComboBox>(form, "ringLimit")->setCurrentIndex(1);
        child<QCheckBox>(form, "keepOnFrozenFrame")->click();
        QVERIFY(child<QCheckBox>(form, "frames")->isChecked());
        QCOMPARE(form.command().ring.triggers, QStringList{QStringLiteral("frozen-frame")});
    }

    void theButtonLaunchesWhatIsTyped()
    {
        LaunchForm form;
        const QSignalSpy launches(&form, &LaunchForm::launchRequested);
        child<QComboBox>(form, "command")->setEditText(QStringLiteral(" A=1 xz -T2 'a b' "));
        child<QPushButton>(form, "launchButton")->click();
        QCOMPARE(launches.size(), 1);
        const auto command = launches.first().first().value<LaunchCommand>();
        QCOMPARE(command.program, QStringLiteral("xz"));
        QCOMPARE(command.arguments, (QStringList{QStringLiteral("-T2"), QStringLiteral("a b")}));
        QCOMPARE(command.environment, QStringList{QStringLiteral("A=1")});
    }

    void optionsThatNobodyTakesAreSaidBeforeTheLaunch_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<bool>("isTaken");
        QTest::newRow("none") << QString() << true;
        QTest::newRow("two") << QStringLiteral("-d 5 --max-size 2GB") << true;
        QTest::newRow("lifecycle") << QStringLiteral("--lifecycle trace --session-sample-rate 0.5 "
                                                     "--traces-sample-rate 1 --profile-app-start")
                                   << true;
        QTest::newRow("application")
            << QStringLiteral("--release shop@1 --environment dev") << true;
        QTest::newRow("bad rate") << QStringLiteral("--traces-sample-rate 2") << false;
        QTest::newRow("unknown") << QStringLiteral("--no-such") << false;
        QTest::newRow("bad value") << QStringLiteral("--max-size much") << false;
        QTest::newRow("another field's") << QStringLiteral("--ring 10min") << false;
        QTest::newRow("a command") << QStringLiteral("xz") << false;
        QTest::newRow("help") << QStringLiteral("--help") << false;
    }

    void optionsThatNobodyTakesAreSaidBeforeTheLaunch()
    {
        QFETCH(const QString, options);
        QFETCH(const bool, isTaken);
        LaunchForm form;
        const QSignalSpy launches(&form, &LaunchForm::launchRequested);
        child<QComboBox>(form, "command")->setEditText(QStringLiteral("xz"));
        auto *field = child<QLineEdit>(form, "options");
        field->setText(options);
        child<QPushButton>(form, "launchButton")->click();
        QCOMPARE(launches.size(), isTaken ? 1 : 0);
        const auto *problem = child<QLabel>(form, "optionsProblem");
        QCOMPARE(problem->text().isEmpty(), isTaken);
        QTest::keyClicks(field, QStringLiteral(" "));
        QVERIFY(problem->text().isEmpty()); // it is being mended
    }

    void whereThereIsNoHostItRunsHere()
    {
        LaunchForm form;
        form.setCommand(fullCommand());
        child<QLineEdit>(form, "host")->setText(QStringLiteral(" "));
        QVERIFY(!form.command().isRemote());
        QCOMPARE(form.command().machine, RemoteMachine());
    }

    void withoutACommandNothingIsLaunched()
    {
        LaunchForm form;
        const QSignalSpy launches(&form, &LaunchForm::launchRequested);
        child<QPushButton>(form, "launchButton")->click();
        QVERIFY(launches.isEmpty());
    }

    void whatCannotBeLaunchedIsSaid_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("said");
        QTest::addColumn<bool>("isLaunched");
        QTest::newRow("nothing") << QStringLiteral("  ") << QString() << false;
        QTest::newRow("open quote")
            << QStringLiteral("xz 'a b") << QStringLiteral("quote") << false;
        QTest::newRow("variables") << QStringLiteral("A=1") << QStringLiteral("missing") << false;
        QTest::newRow("pipe") << QStringLiteral("a | b") << QStringLiteral("No shell") << true;
        QTest::newRow("command") << QStringLiteral("xz -1") << QString() << true;
    }

    void whatCannotBeLaunchedIsSaid()
    {
        QFETCH(const QString, line);
        QFETCH(const QString, said);
        QFETCH(const bool, isLaunched);
        LaunchForm form;
        child<QComboBox>(form, "command")->setEditText(line);
        const auto *problem = child<QLabel>(form, "commandProblem");
        QVERIFY2(problem->text().contains(said) && problem->text().isEmpty() == said.isEmpty(),
                 qPrintable(problem->text()));
        const auto *button = child<QPushButton>(form, "launchButton");
        QCOMPARE(button->isEnabled(), isLaunched);
        QCOMPARE(button->toolTip().isEmpty(), isLaunched);
    }

    void rareFieldsAreFoldedAndSaidInOneLine()
    {
        LaunchForm form;
        QVERIFY(child<QWidget>(form, "rareFields")->isHidden());
        form.setCommand(fullCommand());
        const QString summary = child<QLabel>(form, "launchSummary")->text();
        for (const char *part :
             {"on me@build7", "in /tmp", "499 sample", "slow frames", "2 variable"})
            QVERIFY2(summary.contains(QLatin1String(part)), qPrintable(summary));
        QVERIFY(!summary.contains(QStringLiteral("child processes")));
        child<QToolButton>(form, "more")->click();
        QVERIFY(!child<QWidget>(form, "rareFields")->isHidden());
    }

    void aRateThatIsNotPrimeIsWarnedOf()
    {
        LaunchForm form;
        auto *rate = child<QSpinBox>(form, "rate");
        auto *warning = child<QLabel>(form, "rateWarning");
        QVERIFY(warning->isHidden());
        rate->setValue(100);
        QVERIFY(!warning->isHidden());
        QVERIFY(warning->text().contains(QLatin1String("101")));
        child<QPushButton>(form, "usePrime")->click();
        QCOMPARE(rate->value(), 101);
        QVERIFY(warning->isHidden());
    }

    void theNewestCommandFillsAnEmptyForm()
    {
        LaunchForm form;
        form.setRecent({fullCommand(),
                        LaunchCommand{.program = QStringLiteral("true"),
                                      .arguments = {},
                                      .directory = {},
                                      .environment = {},
                                      .stdinFile = {}}});
        QCOMPARE(form.command(), fullCommand());
        QCOMPARE(child<QComboBox>(form, "command")->count(), 2);
    }

    void namingJitFramesSaysWhatItSets()
    {
        qputenv("NODE_OPTIONS", "--inherited"); // the form's own counts
        const auto restore = qScopeGuard([] { qunsetenv("NODE_OPTIONS"); });
        LaunchForm form;
        auto *hint = child<QLabel>(form, "jitHint");
        QVERIFY(hint->isHidden());
        QCOMPARE(form.command().nameJit, NameJit::No);
        child<QCheckBox>(form, "nameJit")->click();
        QVERIFY(!hint->isHidden());
        QVERIFY(hint->text().contains(QLatin1String("--perf-basic-prof")));
        child<QPlainTextEdit>(form, "environment")
            ->setPlainText(QStringLiteral("NODE_OPTIONS=--no-warnings"));
        QVERIFY2(
            hint->text().contains(QLatin1String("NODE_OPTIONS=--no-warnings --perf-basic-prof")),
            qPrintable(hint->text()));
    }
};

EMBER_TEST(TstLaunchForm)
#include "tst_launchform.moc"
