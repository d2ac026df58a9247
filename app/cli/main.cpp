// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/languages.h"
#include "app/session/filenames.h"
#include "app/session/processstart.h"
#include "model/core/files.h"

#include <QCoreApplication>

#include <array>
#include <cstdio>

using namespace ember::app;

namespace {

struct Command {
    const char *name;
    int (*run)(const QStringList &);
    const char *summary;
};

constexpr std::array commands{
    Command{"record", record, QT_TRANSLATE_NOOP("cli", "launch a command and record its threads")},
    Command{"validate", validate,
            QT_TRANSLATE_NOOP("cli",
                              "say whether Sentry would accept chunks and envelopes, and why not")},
    Command{"summary", summary,
            QT_TRANSLATE_NOOP("cli", "threads, functions and totals of profiles")},
    Command{"calltree", calltree,
            QT_TRANSLATE_NOOP("cli", "the calls of each thread in time order")},
    Command{"compare", compare,
            QT_TRANSLATE_NOOP("cli", "what has changed between two profiles, by function")},
    Command{"convert", convert, QT_TRANSLATE_NOOP("cli", "write profiles in another format")},
    Command{"check-tables", checkTables,
            QT_TRANSLATE_NOOP("cli", "hold the relational tables against their rules")},
    Command{"upload", upload, QT_TRANSLATE_NOOP("cli", "send chunks to Sentry")},
};

QString usage()
{
    constexpr int column = 12;
    QString text = QCoreApplication::translate("cli", "Usage: %1")
                       .arg(QStringLiteral("emberchart-cli COMMAND [OPTIONS] …\n\n"));
    for (const auto &command : commands)
        text += QLatin1String("  ") + QString::fromLatin1(command.name).leftJustified(column)
            + QLatin1Char(' ') + QCoreApplication::translate("cli", command.summary)
            + QLatin1Char('\n');
    return text + QLatin1Char('\n')
        + QCoreApplication::translate("cli", "%1 --help tells more.")
              .arg(QLatin1String("emberchart-cli COMMAND"))
        + QLatin1Char('\n');
}

int printUsage()
{
    return printResult(usage().toLocal8Bit().toStdString()) ? exitcode::done : exitcode::bad;
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
        return printUsage();
    if (name == QLatin1String("--version")) {
        return printResult("emberchart-cli " EMBER_VERSION "\n") ? exitcode::done : exitcode::bad;
    }
    for (const auto &command : commands) {
        if (name == QLatin1String(command.name))
            return command.run(arguments);
    }
    return usageError(QCoreApplication::translate("cli", "there is no command “%1”").arg(name));
}
