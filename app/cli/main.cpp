// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/languages.h"

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
    Command{"record", record, "launch a command and record its threads"},
    Command{"validate", validate,
            "say whether Sentry would accept chunks and envelopes, and why not"},
    Command{"summary", summary, "threads, functions and totals of profiles"},
    Command{"calltree", calltree, "the calls of each thread in time order"},
    Command{"convert", convert, "write profiles in another format"},
    Command{"check-tables", checkTables, "hold the relational tables against their rules"},
    Command{"upload", upload, "send chunks to Sentry"},
};

int usage(std::FILE *out)
{
    std::fputs("Usage: emberchart-cli COMMAND [OPTIONS] …\n\n", out);
    for (const auto &command : commands)
        std::fprintf(out, "  %-12s %s\n", command.name, command.summary);
    std::fputs("\nemberchart-cli COMMAND --help tells more.\n", out);
    return out == stdout ? exitcode::done : exitcode::usage;
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("emberchart-cli"));
    QCoreApplication::setApplicationVersion(QStringLiteral(EMBER_VERSION));
    installLanguage();
    const QStringList arguments = QCoreApplication::arguments().mid(1);
    if (arguments.isEmpty())
        return usage(stderr);
    const QString &name = arguments.first();
    if (name == QLatin1String("--help") || name == QLatin1String("-h")
        || name == QLatin1String("help"))
        return usage(stdout);
    if (name == QLatin1String("--version")) {
        std::puts("emberchart-cli " EMBER_VERSION);
        return exitcode::done;
    }
    for (const auto &command : commands) {
        if (name == QLatin1String(command.name))
            return command.run(arguments);
    }
    std::fprintf(stderr, "emberchart-cli: there is no command '%s'\n", qPrintable(name));
    return usage(stderr);
}
