// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recordcommandline.h"

#include "app/errortext.h"
#include "app/session/filenames.h"
#include "app/session/launchcommand.h"
#include "capture/control/commandline.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace ember::app {

namespace {

using Option = QCommandLineOption;

QString name(const char *latin)
{
    return QString::fromLatin1(latin);
}

// Whether an option takes a value; Qt warns if one asks an option without values for them.
bool takesValue(const QString &option)
{
    static constexpr std::array flags{"jitter", "no-follow", "measurements", "frames", "kill"};
    return std::ranges::none_of(flags, [&](const char *flag) { return option == name(flag); });
}

void addSamplingOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        Option({name("F"), name("rate")},
               QCoreApplication::translate("cli", "Samples per second, 1 to 4000 (101)."),
               name("HZ")),
        Option(name("jitter"),
               QCoreApplication::translate("cli",
                                           "Takes each sample at a random moment of its period.")),
        Option({name("d"), name("duration")},
               QCoreApplication::translate("cli", "Ends the capture after so many seconds."),
               name("SECONDS")),
        Option(name("unwind"), QCoreApplication::translate("cli", "auto, fp or dwarf."),
               name("MODE")),
        Option(name("no-follow"),
               QCoreApplication::translate("cli", "Does not record child processes.")),
        Option(name("measurements"),
               QCoreApplication::translate("cli",
                                           "Records what the command reports by emberchart.h: "
                                           "numbers, spans, frames.")),
        Option(name("frames"),
               QCoreApplication::translate(
                   "cli", "The same, and slow and frozen frames of programs that report nothing.")),
        Option(name("kill"),
               QCoreApplication::translate("cli", "Ends the command with the capture.")),
    });
}

void addLaunchOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        Option(name("cwd"), QCoreApplication::translate("cli", "Working directory of the command."),
               name("DIR")),
        Option(name("env"), QCoreApplication::translate("cli", "Sets a variable for the command."),
               name("NAME=VALUE")),
        Option(name("stdin"), QCoreApplication::translate("cli", "Standard input of the command."),
               name("FILE")),
    });
}

void addKeepingOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        Option(name("max-size"),
               QCoreApplication::translate(
                   "cli", "Ends the capture when its log has this size: 500MB, 2GiB."),
               name("SIZE")),
        Option(name("ring"),
               QCoreApplication::translate(
                   "cli", "Keeps only the newest part: a time (10min, 2h) or a size (2GB)."),
               name("LIMIT")),
        Option(name("keep-last"),
               QCoreApplication::translate(
                   "cli", "What is kept of a ring, as NAME-kept-1.ember and so on (1min)."),
               name("TIME")),
        Option(name("trigger"),
               QCoreApplication::translate(
                   "cli",
                   "Keeps it at a frozen-frame, at 'cpu>PERCENT' of one core, "
                   "at signal:USR1 or signal:USR2; may be given several times."),
               name("WHAT")),
    });
}

// Adds the options that say on which machine the recorder runs.
void addMachineOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        Option(name("host"),
               QCoreApplication::translate(
                   "cli",
                   "Runs CMD on another machine by ssh; its paths, its symbols. Its output "
                   "goes into the log, its input is --stdin or nothing."),
               name("[USER@]HOST")),
        Option(name("remote-recorder"),
               QCoreApplication::translate(
                   "cli", "Path of emberchart-record there, if it is not in its PATH."),
               name("PATH")),
    });
}

} // namespace

void addRecordOptions(QCommandLineParser &parser)
{
    addSamplingOptions(parser);
    addLaunchOptions(parser);
    addKeepingOptions(parser);
    addMachineOptions(parser);
    parser.setOptionsAfterPositionalArgumentsMode(QCommandLineParser::ParseAsPositionalArguments);
}

QStringList recorderOptions()
{
    QStringList names;
    for (const char *option :
         {"F", "d", "unwind", "max-size", "ring", "keep-last", "trigger", "cwd", "env", "jitter",
          "no-follow", "measurements", "frames", "kill"})
        names.append(name(option));
    return names;
}

QStringList givenOptions(const QCommandLineParser &parser, const QStringList &names)
{
    QStringList given;
    for (const QString &option : names) {
        const QString spelling =
            (option.size() == 1 ? QLatin1String("-") : QLatin1String("--")) + option;
        if (!takesValue(option)) {
            given += QStringList(parser.isSet(option) ? 1 : 0, spelling);
            continue;
        }
        for (const QString &value : parser.values(option))
            given << spelling << value;
    }
    return given;
}

model::Result<capture::RecordOptions> checkRecorderArguments(const QStringList &arguments)
{
    std::vector<std::string> words;
    for (const QString &argument : arguments)
        words.push_back(toPath(argument));
    return capture::parseCommandLine(words);
}

namespace {

QStringList samplingArguments(const LaunchCommand &command)
{
    QStringList arguments{QStringLiteral("-F"), QString::number(command.rateHz)};
    if (command.followChildren == FollowChildren::No)
        arguments << QStringLiteral("--no-follow");
    return arguments + command.options;
}

QStringList ringArguments(const RingChoice &ring)
{
    if (!ring.isOn())
        return {};
    QStringList arguments{QStringLiteral("--ring"), ring.limit};
    if (!ring.keepLast.isEmpty())
        arguments << QStringLiteral("--keep-last") << ring.keepLast;
    for (const QString &trigger : ring.triggers)
        arguments << QStringLiteral("--trigger") << trigger;
    return arguments;
}

// Arguments for the command and its environment; none when attaching to a process.
QStringList launchArguments(const LaunchCommand &command)
{
    QStringList arguments;
    if (!command.directory.isEmpty())
        arguments << QStringLiteral("--cwd") << command.directory;
    const auto own = command.isRemote() ? OwnVariables::Unknown : OwnVariables::Inherited;
    const QStringList environment = command.nameJitFrames == NameJitFrames::Yes
        ? command.environment + jitEnvironment(command.environment, own)
        : command.environment;
    for (const QString &variable : environment)
        arguments << QStringLiteral("--env") << variable;
    if (command.measurements != Measurements::Off)
        arguments << (command.measurements == Measurements::On ? QStringLiteral("--measurements")
                                                               : QStringLiteral("--frames"));
    return arguments << QStringLiteral("--") << command.program << command.arguments;
}

} // namespace

QStringList recorderArguments(const LaunchCommand &command, const CaptureFolder &folder)
{
    QStringList arguments = samplingArguments(command) + ringArguments(command.ring)
        + QStringList{
            QStringLiteral("-o"),           folder.logPath(),
            QStringLiteral("--control-fd"), QString::number(recorderControlFd),
            QStringLiteral("--status-fd"),  QString::number(recorderStatusFd),
        };
    if (command.pid != 0)
        return arguments << QStringLiteral("--pid") << QString::number(command.pid);
    arguments << QStringLiteral("--output-dir") << folder.outputPath() << QStringLiteral("--stdin")
              << (command.stdinFile.isEmpty() ? QStringLiteral("/dev/null") : command.stdinFile);
    return arguments + launchArguments(command);
}

QStringList remoteArguments(const LaunchCommand &command)
{
    return samplingArguments(command) + streamArguments(command.stdinFile)
        + launchArguments(command);
}

namespace {

using model::Error;
using model::ErrorCode;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(ember::app::LaunchArguments)
};

// Parses recording options with the window's defaults where they differ from the command line's.
class LaunchParser : public QCommandLineParser {
public:
    LaunchParser()
    {
        addRecordOptions(*this);
        addOption(m_output);
        addOption(m_help);
    }

    ParsedLaunch parseAll(const QStringList &arguments)
    {
        ParsedLaunch parsed;
        if (!parse(QStringList(QStringLiteral("emberchart")) + arguments)) {
            parsed.error = errorText();
            return parsed;
        }
        parsed.asksForHelp = isSet(m_help);
        parsed.command = command();
        if (const auto checked = check(parsed.command); !checked)
            parsed.error = errorLine(checked.error());
        if (positionalArguments().isEmpty())
            parsed.error = Texts::tr("After --launch come options, --, and the command.");
        return parsed;
    }

private:
    QString valueOf(const char *option) const { return value(QString::fromLatin1(option)); }

    bool isGiven(const char *option) const { return isSet(QString::fromLatin1(option)); }

    LaunchCommand command() const
    {
        LaunchCommand command;
        command.program = positionalArguments().value(0);
        command.arguments = positionalArguments().mid(1);
        command.directory = valueOf("cwd");
        command.environment = values(QStringLiteral("env"));
        command.stdinFile = valueOf("stdin");
        if (isGiven("F"))
            command.rateHz = valueOf("F").toInt();
        if (isGiven("no-follow"))
            command.followChildren = FollowChildren::No;
        if (isGiven("frames"))
            command.measurements = Measurements::WithFrames;
        else if (isGiven("measurements"))
            command.measurements = Measurements::On;
        command.machine = {valueOf("host"), valueOf("remote-recorder")};
        command.ring = {valueOf("ring"), valueOf("keep-last"), values(QStringLiteral("trigger"))};
        command.options =
            givenOptions(*this,
                         {QStringLiteral("d"), QStringLiteral("unwind"), QStringLiteral("max-size"),
                          QStringLiteral("jitter"), QStringLiteral("kill")});
        if (isSet(m_output))
            command.output = QFileInfo(value(m_output)).absoluteFilePath();
        return command;
    }

    model::Result<void> check(const LaunchCommand &command) const
    {
        if (isGiven("host"))
            EMBER_RETURN_IF_ERROR(checkHost(command.machine.host));
        if (isSet(m_output) && !command.output.endsWith(QLatin1String(".ember")))
            return Error{ErrorCode::InvalidArgument, value(m_output).toStdString(),
                         "a window records a log, NAME.ember, and saves other formats later"};
        const auto where = command.isRemote()
            ? streamArguments(command.stdinFile)
            : QStringList{QStringLiteral("-o"), QStringLiteral("capture.ember")};
        const auto checked =
            checkRecorderArguments(where + givenOptions(*this, recorderOptions())
                                   + QStringList(QStringLiteral("--")) + positionalArguments());
        return checked ? model::Result<void>() : checked.error();
    }

    QCommandLineOption m_output{{QStringLiteral("o"), QStringLiteral("output")},
                                Texts::tr("Copies the log there when the capture has ended."),
                                QStringLiteral("NAME.ember")};
    QCommandLineOption m_help{{QStringLiteral("h"), QStringLiteral("help")},
                              Texts::tr("Shows all options.")};
};

} // namespace

ParsedLaunch parseLaunchArguments(const QStringList &arguments)
{
    return LaunchParser().parseAll(arguments);
}

// Qt's help text begins with the usage line, which is removed.
QString launchOptionsHelp()
{
    const QString text = LaunchParser().helpText();
    return text.mid(text.indexOf(QLatin1String("\n  -")) + 1);
}

} // namespace ember::app
