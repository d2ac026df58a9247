// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandparser.h"
#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/openfiles.h"
#include "app/cli/profiletext.h"
#include "app/cli/symbolarguments.h"
#include "model/formats/report/summaryjson.h"

#include <QCoreApplication>

namespace ember::app {

int summary(const QStringList &arguments)
{
    CommandParser parser(
        arguments,
        QCoreApplication::translate("cli", "Threads, functions and totals of profiles."));
    const QCommandLineOption json(QStringLiteral("json"),
                                  QCoreApplication::translate("cli", "An array for scripts."));
    const QCommandLineOption weight(
        QStringLiteral("weight"),
        QCoreApplication::translate(
            "cli", "Weigh functions by the values of this type, of files that have some."),
        QStringLiteral("TYPE"));
    parser.addOption(json);
    parser.addOption(weight);
    addSymbolArguments(parser);
    parser.addPositionalArgument(QStringLiteral("FILE"),
                                 QCoreApplication::translate("cli", "Profiles to read."),
                                 QStringLiteral("FILE…"));
    if (const auto code = parser.parseAll())
        return *code;
    if (parser.positionalArguments().isEmpty())
        return parser.usageError(QCoreApplication::translate("cli", "summary needs files"));
    const auto opened = openFiles(parser.positionalArguments(), symbolSettings(parser));
    if (!opened)
        return exitcode::bad;
    const auto type = parser.value(weight).toStdString();
    const auto text = parser.isSet(json) ? model::report::summaryJson(opened->profiles, type)
                                         : summaryText(opened->profiles, type);
    return printResult(text) ? exitcode::done : exitcode::bad;
}

} // namespace ember::app
