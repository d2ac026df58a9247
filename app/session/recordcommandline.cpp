// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recordcommandline.h"

#include "app/session/filenames.h"
#include "capture/control/commandline.h"

#include <QCoreApplication>

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

} // namespace ember::app
