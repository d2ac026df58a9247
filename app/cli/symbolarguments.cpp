// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/symbolarguments.h"

#include "app/settings/settings.h"

#include <QCoreApplication>

namespace ember::app {

namespace {

void replaceIfGiven(QStringList &paths, const QCommandLineParser &parser, const QString &option)
{
    if (parser.isSet(option))
        paths = parser.values(option);
}

} // namespace

void addSymbolArguments(QCommandLineParser &parser)
{
    parser.addOption({QStringLiteral("symbol-path"),
                      QCoreApplication::translate(
                          "cli",
                          "Folder with binaries of other machines, to name addresses by; "
                          "may be given several times (as in the window's settings)."),
                      QStringLiteral("DIR")});
    parser.addOption({QStringLiteral("debuginfod"),
                      QCoreApplication::translate(
                          "cli",
                          "Asks the debuginfod servers that DEBUGINFOD_URLS names for debug info "
                          "that is missing; they learn what is run here (as in the settings).")});
    parser.addOption({QStringLiteral("in-app"),
                      QCoreApplication::translate("cli",
                                                  "Code below this path is the app's own; may be "
                                                  "given several times (as in the settings)."),
                      QStringLiteral("PATH")});
    parser.addOption({QStringLiteral("not-in-app"),
                      QCoreApplication::translate("cli",
                                                  "Code below this path is not; may be given "
                                                  "several times (as in the settings)."),
                      QStringLiteral("PATH")});
}

SymbolSettings symbolSettings(const QCommandLineParser &parser)
{
    auto settings = Settings().symbols();
    replaceIfGiven(settings.searchFolders, parser, QStringLiteral("symbol-path"));
    if (parser.isSet(QStringLiteral("debuginfod")))
        settings.askDebugServers = AskDebugServers::Yes;
    replaceIfGiven(settings.ownPaths, parser, QStringLiteral("in-app"));
    replaceIfGiven(settings.foreignPaths, parser, QStringLiteral("not-in-app"));
    return settings;
}

} // namespace ember::app
