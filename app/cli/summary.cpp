// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandparser.h"
#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/openfiles.h"
#include "app/cli/profiletext.h"
#include "app/cli/symbolarguments.h"
#include "app/cli/weightargument.h"
#include "model/formats/report/reportjson.h"

#include <QCoreApplication>

namespace ember::app {

int summary(const QStringList &arguments)
{
    CommandParser parser(
        arguments,
        QCoreApplication::translate("cli", "Threads, functions and totals of profiles."));
    const QCommandLineOption json(QStringLiteral("json"),
                                  QCoreApplication::translate("cli", "An array for scripts."));
    parser.addOption(json);
    addWeightArgument(
        parser,
        QCoreApplication::translate(
            "cli", "Weigh functions by the values of this type, of files that have some."));
    addSymbolArguments(parser);
    parser.addPositionalArgument(QStringLiteral("FILE"),
                                 QCoreApplication::translate("cli", "Profiles to read."),
                                 QStringLiteral("FILE…"));
    if (const auto code = parser.parseAll())
        return *code;
    if (parser.positionalArguments().isEmpty())
        return parser.usageError(QCoreApplication::translate("cli", "summary needs files"));
    const auto opened = openEach(parser.positionalArguments(), symbolSettings(parser));
    if (!opened || opened->profiles.empty())
        return exitcode::bad;
    const auto type = weightArgument(parser);
    if (!haveWeight(opened->profiles, type))
        return exitcode::bad;
    const bool isPrinted = parser.isSet(json)
        ? printJson(model::report::summaryJson(opened->profiles, type))
        : printResult(summaryText(opened->profiles, type));
    return isPrinted && opened->refused.empty() ? exitcode::done : exitcode::bad;
}

} // namespace ember::app
