// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandparser.h"

#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/session/recordcommandline.h"

#include <QCoreApplication>

#include <utility>

namespace ember::app {

namespace {

QCommandLineOption parserOption(const OptionSpec &spec)
{
    QStringList names(QString::fromLatin1(spec.name));
    if (spec.letter != nullptr)
        names.prepend(QString::fromLatin1(spec.letter));
    const QString help = translated(spec.help);
    QCommandLineOption option(names, spec.names != nullptr ? help.arg(spec.names()) : help,
                              QString::fromLatin1(spec.value));
    if (spec.standard != nullptr)
        option.setDefaultValue(QString::fromLatin1(spec.standard));
    return option;
}

} // namespace

QString translated(const char *text)
{
    return QCoreApplication::translate("cli", text);
}

QList<QCommandLineOption> optionsOf(const CommandSpec &command)
{
    QList<QCommandLineOption> options;
    for (std::size_t group = 0; group < command.options.size(); ++group) {
        for (const OptionSpec &spec : command.options[group])
            options.append(parserOption(spec));
        if (group == 0 && command.recording == CommandSpec::Recording::Yes)
            options += recordOptions(capture::OptionUse::RecordCommand);
    }
    return options;
}

QString choicesOf(const CommandSpec &command, const QCommandLineOption &option)
{
    const QString name = option.names().constLast();
    for (const auto &group : command.options) {
        for (const OptionSpec &spec : group) {
            if (name != QLatin1String(spec.name))
                continue;
            const QString choices = QString::fromLatin1(spec.choices);
            return spec.choices != nullptr && spec.names != nullptr
                ? choices + u' ' + spec.names().remove(u',')
                : choices;
        }
    }
    const auto *recorders = capture::findRecordOption("--" + name.toStdString());
    return recorders != nullptr
        ? QString::fromLatin1(recorders->choices.data(), qsizetype(recorders->choices.size()))
        : QString();
}

CommandParser::CommandParser(const CommandSpec &command, QStringList arguments)
    : m_command(command),
      m_arguments(std::move(arguments))
{
    setApplicationDescription(translated(command.description));
    addOptions(optionsOf(command));
    if (command.operandKind == CommandSpec::Operands::Command)
        setOptionsAfterPositionalArgumentsMode(ParseAsPositionalArguments);
    for (const OperandSpec &operand : command.operands) {
        if (operand.name != nullptr)
            addPositionalArgument(QString::fromLatin1(operand.name), translated(operand.help),
                                  QString::fromUtf8(operand.syntax));
    }
}

std::optional<int> CommandParser::parseAll()
{
    const auto help = addHelpOption();
    if (!parse(m_arguments))
        return usageError(errorText());
    if (isSet(help))
        return printResult(wholeHelp().toLocal8Bit().toStdString()) ? exitcode::done
                                                                    : exitcode::bad;
    const auto operands = positionalArguments().size();
    if (operands < m_command.leastOperands
        || (m_command.mostOperands > 0 && operands > m_command.mostOperands))
        return usageError(translated(m_command.operandFault));
    return std::nullopt;
}

int CommandParser::usageError(const QString &message) const
{
    printNote(message);
    printDetail(wholeHelp().section(QLatin1Char('\n'), 0, 0));
    printDetail(QCoreApplication::translate("cli", "%1 --help tells more.")
                    .arg(QLatin1String("emberchart-cli ") + m_arguments.first()));
    return exitcode::usage;
}

// Qt's help text, adapted to subcommands, which Qt does not support.
QString CommandParser::wholeHelp() const
{
    QString text = helpText();
    const QString program = QCoreApplication::arguments().constFirst();
    if (const auto place = text.indexOf(program); place >= 0)
        text.replace(place, program.size(), QLatin1String("emberchart-cli ") + m_arguments.first());
    return text;
}

} // namespace ember::app
