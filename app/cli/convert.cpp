// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandparser.h"
#include "app/cli/commands.h"
#include "app/cli/exportprofiles.h"
#include "app/cli/exporttables.h"
#include "app/cli/openfiles.h"
#include "app/cli/symbolarguments.h"
#include "app/cli/writeexport.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace ember::app {

int convert(const QStringList &arguments)
{
    CommandParser parser(
        arguments,
        QCoreApplication::translate(
            "cli",
            "Writes profiles in another format. Chunks of one profiler are joined; each profiler "
            "has files of its own."));
    const QCommandLineOption output(
        {QStringLiteral("o"), QStringLiteral("output")},
        QCoreApplication::translate("cli", "The file; its extension names the format."),
        QStringLiteral("OUT"));
    const QCommandLineOption to(
        QStringLiteral("to"),
        QCoreApplication::translate(
            "cli",
            "The format, whatever the extension: json, envelope, sentry-v1, sqlite, rds, %1.")
            .arg(exporterNames()),
        QStringLiteral("FORMAT"));
    parser.addOption(output);
    const QCommandLineOption perSample(
        QStringLiteral("per-sample"),
        QCoreApplication::translate(
            "cli", "Sum no equal samples up, where the format does so (pprof), and keep times."));
    parser.addOption(to);
    parser.addOption(perSample);
    addChunkArguments(parser);
    addSymbolArguments(parser);
    addTableArguments(parser);
    parser.addPositionalArgument(QStringLiteral("IN"),
                                 QCoreApplication::translate("cli", "Profiles to read."),
                                 QStringLiteral("IN…"));
    if (const auto code = parser.parseAll())
        return *code;
    if (!parser.isSet(output) || parser.positionalArguments().isEmpty())
        return parser.usageError(
            QCoreApplication::translate("cli", "convert needs files and -o OUT"));
    if (const auto fault = chunkArgumentFault(parser))
        return parser.usageError(*fault);
    const auto table = tableFormat(parser.value(output), parser.value(to));
    if (const auto fault = tableArgumentFault(parser, table.value_or(QString())))
        return parser.usageError(*fault);
    if (table)
        return exportTables(parser.positionalArguments(), symbolSettings(parser),
                            tableChoices(parser), parser.value(output), *table);
    // "x.speedscope.json" is no chunk: exporters, who know whole endings, come first.
    const auto *const exporter = chosenExporter(parser.value(output), parser.value(to));
    const auto format = exportFormat(parser.value(output), parser.value(to));
    const bool hasName = parser.isSet(to) || !QFileInfo(parser.value(output)).suffix().isEmpty();
    if (exporter == nullptr && !format && !hasName)
        return parser.usageError(
            QCoreApplication::translate("cli", "“%1” has no extension: --to says the format")
                .arg(parser.value(output)));
    if (exporter == nullptr && !format)
        return parser.usageError(
            QCoreApplication::translate(
                "cli",
                "no format is called “%1”; there are json, envelope, sentry-v1, sqlite, rds, %2")
                .arg(parser.isSet(to) ? parser.value(to) : parser.value(output), exporterNames()));
    const auto opened = openFiles(parser.positionalArguments(), symbolSettings(parser));
    if (!opened)
        return exitcode::bad;
    std::vector<model::ProfilePointer> profiles;
    for (const auto &one : opened->profiles)
        profiles.push_back(one.profile);
    if (exporter != nullptr) {
        model::ExportOptions options;
        if (parser.isSet(perSample))
            options.samples = model::Samples::Each;
        return writeExport(profiles, *exporter, options, parser.value(output));
    }
    return exportProfiles(profiles, chunkOptions(parser), parser.value(output), *format);
}

} // namespace ember::app
