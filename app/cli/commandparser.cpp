// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandparser.h"

#include "app/cli/commands.h"
#include "app/cli/messages.h"

#include <QCoreApplication>

#include <utility>

namespace ember::app {

CommandParser::CommandParser(QStringList arguments, const QString &description)
    : m_arguments(std::move(arguments))
{
    setApplicationDescription(description);
}

std::optional<int> CommandParser::parseAll()
{
    const auto help = addHelpOption();
    if (!parse(m_arguments))
        return usageError(errorText());
    if (!isSet(help))
        return std::nullopt;
    return printResult(wholeHelp().toLocal8Bit().toStdString()) ? exitcode::done : exitcode::bad;
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
