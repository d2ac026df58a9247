// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/manual.h"
#include "app/cli/messages.h"
#include "app/languages.h"
#include "app/session/filenames.h"
#include "app/session/processstart.h"
#include "model/core/files.h"

#include <QCoreApplication>

#include <cstdio>

using namespace ember::app;

namespace {

QString usage()
{
    constexpr int column = 12;
    QString text = QCoreApplication::translate("cli", "Usage: %1")
                       .arg(QStringLiteral("emberchart-cli COMMAND [OPTIONS] …\n\n"));
    for (const CommandSpec *command : allCommands)
        text += QLatin1String("  ") + QString::fromLatin1(command->name).leftJustified(column)
            + QLatin1Char(' ') + QCoreApplication::translate("cli", command->summary)
            + QLatin1Char('\n');
    return text + QLatin1Char('\n')
        + QCoreApplication::translate("cli", "%1 --help tells more.")
              .arg(QLatin1String("emberchart-cli COMMAND"))
        + QLatin1Char('\n')
        + QCoreApplication::translate(
               "cli", "--man prints the manual page, --completion a completion for bash.")
        + QLatin1Char('\n');
}

int printAnswer(const QString &text)
{
    return printResult(text.toLocal8Bit().toStdString()) ? exitcode::done : exitcode::bad;
}

int usageError(const QString &message)
{
    printNote(message);
    std::fputs(usage().toLocal8Bit().constData(), stderr);
    return exitcode::usage;
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("emberchart-cli"));
    QCoreApplication::setApplicationVersion(QStringLiteral(EMBER_VERSION));
    surviveFileSizeLimit();
    ember::model::removeTemporariesOnSignals();
    installLanguage();
    QStringList arguments;
    for (int place = 1; place < argc; ++place)
        arguments.append(fromArgument(argv[place]));
    if (arguments.isEmpty())
        return usageError(QCoreApplication::translate("cli", "there is no command"));
    const QString &name = arguments.first();
    if (name == QLatin1String("--help") || name == QLatin1String("-h")
        || name == QLatin1String("help"))
        return printAnswer(usage());
    if (name == QLatin1String("--version"))
        return printAnswer(QStringLiteral("emberchart-cli " EMBER_VERSION "\n"));
    if (name == QLatin1String("--man"))
        return printAnswer(manualPage());
    if (name == QLatin1String("--completion"))
        return printAnswer(bashCompletion());
    for (const CommandSpec *command : allCommands) {
        if (name == QLatin1String(command->name)) {
            CommandParser parser(*command, arguments);
            const auto code = parser.parseAll();
            return code ? *code : command->run(parser);
        }
    }
    return usageError(QCoreApplication::translate("cli", "there is no command “%1”").arg(name));
}
