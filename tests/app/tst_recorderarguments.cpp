// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/launchcommand.h"
#include "app/session/recordcommandline.h"
#include "tests/support/testmain.h"

#include <QCommandLineParser>
#include <QTest>

using namespace ember::app;

namespace {

const CaptureFolder folder(QStringLiteral("/library/one"));

LaunchCommand nodeCommand()
{
    LaunchCommand command;
    command.program = QStringLiteral("node");
    command.arguments = {QStringLiteral("a.js")};
    return command;
}

QString valueAfter(const QStringList &arguments, const char *option)
{
    return arguments.value(arguments.indexOf(QString::fromLatin1(option)) + 1);
}

} // namespace

class TstRecorderArguments : public QObject {
    Q_OBJECT
private slots:
    void theCommandComesLastAndWhole()
    {
        const auto arguments = recorderArguments(nodeCommand(), folder);
        QCOMPARE(
            arguments.mid(arguments.indexOf(QStringLiteral("--"))),
            (QStringList{QStringLiteral("--"), QStringLiteral("node"), QStringLiteral("a.js")}));
        QCOMPARE(valueAfter(arguments, "-o"), folder.logPath());
        QVERIFY(!arguments.contains(QStringLiteral("--env")));
    }

    void givenOptionsAreThoseWithAndWithoutValues()
    {
        const QStringList words{QStringLiteral("-F"),        QStringLiteral("99"),
                                QStringLiteral("--trigger"), QStringLiteral("signal:USR1"),
                                QStringLiteral("--trigger"), QStringLiteral("frozen-frame"),
                                QStringLiteral("--jitter"),  QStringLiteral("--no-follow"),
                                QStringLiteral("--frames"),  QStringLiteral("--measurements"),
                                QStringLiteral("--kill")};
        QCommandLineParser parser;
        parser.addOptions(recordOptions(ember::capture::OptionUse::Users));
        QVERIFY(parser.parse(QStringList(QStringLiteral("record")) + words));
        QStringList given = givenRecordOptions(parser, ember::capture::OptionUse::Users);
        QCOMPARE(given.size(), words.size());
        for (const QString &word : words)
            QVERIFY2(given.contains(word), qPrintable(word));
        QVERIFY(given.indexOf(QStringLiteral("99")) == given.indexOf(QStringLiteral("-F")) + 1);
    }

    void theFormNamesWhatHasNoFieldOfItsOwn()
    {
        const auto others = otherLaunchOptions().split(QStringLiteral(", "));
        for (const char *option : {"--jitter", "-d SECONDS", "--kill", "--unwind MODE"})
            QVERIFY2(others.contains(QString::fromLatin1(option)), option);
        for (const char *option : {"--ring LIMIT", "--pid PID", "--status-fd N", "-F HZ"})
            QVERIFY2(!others.contains(QString::fromLatin1(option)), option);
    }

    void aRunningProcessIsNamedByItsNumberAlone()
    {
        auto command = attachCommand(42, QStringLiteral("server"));
        command.directory = QStringLiteral("/tmp");
        const auto arguments = recorderArguments(command, folder);
        QCOMPARE(valueAfter(arguments, "--pid"), QStringLiteral("42"));
        QVERIFY(!arguments.contains(QStringLiteral("--name-jit")));
        command.nameJit = NameJit::Yes;
        QVERIFY(recorderArguments(command, folder).contains(QStringLiteral("--name-jit")));
        for (const char *option : {"--", "--cwd", "--stdin", "--output-dir"})
            QVERIFY2(!arguments.contains(QString::fromLatin1(option)), option);
    }

    void theRecorderNamesCompiledCode()
    {
        auto command = nodeCommand();
        QVERIFY(!recorderArguments(command, folder).contains(QStringLiteral("--name-jit")));
        command.nameJit = NameJit::Yes;
        QVERIFY(recorderArguments(command, folder).contains(QStringLiteral("--name-jit")));
        const auto parsed = parseLaunchArguments(
            {QStringLiteral("--name-jit"), QStringLiteral("--"), QStringLiteral("node")});
        QCOMPARE(parsed.error, QString());
        QCOMPARE(parsed.command.nameJit, NameJit::Yes);
    }

    void aRingIsKeptHereOnly()
    {
        auto command = nodeCommand();
        command.ring = {QStringLiteral("10min"), {}, {QStringLiteral("cpu>150")}};
        const auto arguments = recorderArguments(command, folder);
        QCOMPARE(valueAfter(arguments, "--ring"), QStringLiteral("10min"));
        QCOMPARE(valueAfter(arguments, "--trigger"), QStringLiteral("cpu>150"));
        QVERIFY(!arguments.contains(QStringLiteral("--keep-last")));
        command.machine.host = QStringLiteral("there");
        QVERIFY(!remoteArguments(command).contains(QStringLiteral("--ring")));
    }

    void onAnotherMachineTheLogAndTheStatusComeByStandardStreams()
    {
        auto command = nodeCommand();
        command.machine.host = QStringLiteral("there");
        command.nameJit = NameJit::Yes;
        const auto arguments = remoteArguments(command);
        QCOMPARE(valueAfter(arguments, "-o"), QStringLiteral("-"));
        QCOMPARE(valueAfter(arguments, "--stdin"), QStringLiteral("/dev/null"));
        QVERIFY(arguments.contains(QStringLiteral("--symbols")));
        QVERIFY(!arguments.contains(QStringLiteral("--output-dir")));
        QVERIFY(arguments.contains(QStringLiteral("--name-jit")));
        QCOMPARE(arguments.last(), QStringLiteral("a.js"));
    }
};

EMBER_TEST(TstRecorderArguments)
#include "tst_recorderarguments.moc"
