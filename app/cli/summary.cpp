// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commandline.h"
#include "app/cli/commands.h"
#include "model/formats/report/summaryjson.h"

#include <QCoreApplication>

namespace ember::app {

int summary(const QStringList &arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
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
    parser.addPositionalArgument(QStringLiteral("FILE"),
                                 QCoreApplication::translate("cli", "Profiles to read."),
                                 QStringLiteral("FILE…"));
    if (const auto code = parse(parser, arguments))
        return *code;
    if (parser.positionalArguments().isEmpty())
        return usageError(QCoreApplication::translate("cli", "summary needs files"));
    const auto opened = openFiles(parser.positionalArguments());
    if (!opened)
        return exitcode::bad;
    const auto type = parser.value(weight).toStdString();
    const auto text = parser.isSet(json) ? model::report::summaryJson(opened->profiles, type)
                                         : model::report::summaryText(opened->profiles, type);
    return printResult(text) ? exitcode::done : exitcode::bad;
}

} // namespace ember::app
