// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recordcommandline.h"

#include "app/errortext.h"
#include "app/session/filenames.h"
#include "app/session/launchcommand.h"
#include "capture/control/commandline.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace ember::app {

namespace {

using capture::InLaunchForm;
using capture::OptionUse;
using capture::RecordOption;

QString fromLatin(std::string_view text)
{
    return QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
}

// "--ring" as Qt's parser wants it: "ring".
QString bareName(std::string_view name)
{
    return fromLatin(name.substr(std::min(name.find_first_not_of('-'), name.size())));
}

// The given options of the table that `isChosen` accepts, in the recorder's syntax.
QStringList givenOptions(const QCommandLineParser &parser,
                         const std::function<bool(const RecordOption &)> &isChosen)
{
    QStringList given;
    for (const RecordOption &option : capture::recordOptionTable()) {
        const QString name = bareName(option.name);
        if (!isChosen(option) || !parser.isSet(name))
            continue;
        if (option.value.empty())
            given << fromLatin(option.name);
        else
            for (const QString &value : parser.values(name))
                given << fromLatin(option.name) << value;
    }
    return given;
}

// Whether the launch form has no field of its own for the option.
bool isAmongOthers(const RecordOption &option)
{
    return option.use == OptionUse::Users && option.inForm == InLaunchForm::AmongOthers;
}

QStringList samplingArguments(const LaunchCommand &command)
{
    QStringList arguments{QStringLiteral("-F"), QString::number(command.rateHz)};
    if (command.followChildren == FollowChildren::No)
        arguments << QStringLiteral("--no-follow");
    if (command.nameJit == NameJit::Yes)
        arguments << QStringLiteral("--name-jit");
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
    QStringList arguments{QStringLiteral("--stdin"),
                          command.stdinFile.isEmpty() ? QStringLiteral("/dev/null")
                                                      : command.stdinFile};
    if (!command.directory.isEmpty())
        arguments << QStringLiteral("--cwd") << command.directory;
    for (const QString &variable : command.environment)
        arguments << QStringLiteral("--env") << variable;
    if (command.measurements != Measurements::Off)
        arguments << (command.measurements == Measurements::On ? QStringLiteral("--measurements")
                                                               : QStringLiteral("--frames"));
    return arguments << QStringLiteral("--") << command.program << command.arguments;
}

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
        addOptions(recordOptions(OptionUse::Users));
        setOptionsAfterPositionalArgumentsMode(ParseAsPositionalArguments);
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
        if (isGiven("name-jit"))
            command.nameJit = NameJit::Yes;
        command.machine = {valueOf("host"), valueOf("remote-recorder")};
        command.ring = {valueOf("ring"), valueOf("keep-last"), values(QStringLiteral("trigger"))};
        command.options = givenOptions(*this, isAmongOthers);
        if (isSet(m_output))
            command.output = QFileInfo(value(m_output)).absoluteFilePath();
        return command;
    }

    model::Result<void> check(const LaunchCommand &command) const
    {
        if (isGiven("host"))
            EMBER_RETURN_IF_ERROR(checkHost(command.machine.host));
        if (isGiven("remote-recorder") && !isGiven("host"))
            return Error{ErrorCode::InvalidArgument, "--remote-recorder",
                         "it says where the recorder is on the machine of --host"};
        if (isSet(m_output) && !command.output.endsWith(QLatin1String(".ember")))
            return Error{ErrorCode::InvalidArgument, value(m_output).toStdString(),
                         "a window records a log, NAME.ember, and saves other formats later"};
        const auto where = command.isRemote()
            ? streamArguments()
            : QStringList{QStringLiteral("-o"),
                          isSet(m_output) ? command.output : QStringLiteral("/dev/null")};
        const auto checked =
            checkRecorderArguments(where + givenRecordOptions(*this, OptionUse::Users)
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

QList<QCommandLineOption> recordOptions(OptionUse use)
{
    QList<QCommandLineOption> options;
    for (const RecordOption &option : capture::recordOptionTable()) {
        if (option.use > use)
            continue;
        QStringList names(bareName(option.name));
        if (!option.longName.empty())
            names << bareName(option.longName);
        options.append(
            {names, QCoreApplication::translate("cli", option.summary), fromLatin(option.value)});
    }
    options.append({QStringLiteral("host"),
                    QCoreApplication::translate(
                        "cli",
                        "Runs CMD on another machine by ssh; its paths, its symbols. Its output "
                        "goes into the log, its input is --stdin or nothing."),
                    QStringLiteral("[USER@]HOST")});
    options.append({QStringLiteral("remote-recorder"),
                    QCoreApplication::translate(
                        "cli", "Path of emberchart-record there, if it is not in its PATH."),
                    QStringLiteral("PATH")});
    return options;
}

QStringList givenRecordOptions(const QCommandLineParser &parser, OptionUse use)
{
    return givenOptions(parser, [use](const RecordOption &option) { return option.use <= use; });
}

QString otherLaunchOptions()
{
    QStringList options;
    for (const RecordOption &option : capture::recordOptionTable()) {
        if (isAmongOthers(option))
            options << QString(fromLatin(option.name) % u' ' % fromLatin(option.value)).trimmed();
    }
    return options.join(QStringLiteral(", "));
}

model::Result<capture::RecordOptions> checkRecorderArguments(const QStringList &arguments)
{
    std::vector<std::string> words;
    for (const QString &argument : arguments)
        words.push_back(toPath(argument));
    return capture::parseCommandLine(words);
}

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
    arguments << QStringLiteral("--output-dir") << folder.outputPath();
    return arguments + launchArguments(command);
}

QStringList remoteArguments(const LaunchCommand &command)
{
    return samplingArguments(command) + streamArguments() + launchArguments(command);
}

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
