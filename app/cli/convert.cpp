// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandparser.h"
#include "app/cli/commands.h"
#include "app/cli/exporttables.h"
#include "app/cli/openfiles.h"
#include "app/cli/output.h"
#include "app/cli/sharedarguments.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace ember::app {

namespace {

QString outputOption()
{
    return QStringLiteral("output");
}

QString formatOption()
{
    return QStringLiteral("to");
}

QString perSampleOption()
{
    return QStringLiteral("per-sample");
}

void addArguments(CommandParser &parser)
{
    parser.addOption(
        {{QStringLiteral("o"), outputOption()},
         QCoreApplication::translate(
             "cli", "The file, whose extension names the format; - is standard output."),
         QStringLiteral("OUT")});
    parser.addOption(
        {formatOption(),
         QCoreApplication::translate(
             "cli",
             "The format, whatever the extension: json, envelope, sentry-v1, sqlite, rds, %1.")
             .arg(exporterNames()),
         QStringLiteral("FORMAT")});
    parser.addOption(
        {perSampleOption(),
         QCoreApplication::translate(
             "cli", "Sum no equal samples up, where the format does so (pprof), and keep times.")});
    addWeightArgument(
        parser,
        QCoreApplication::translate("cli", "The values that stacks are weighed by (collapsed)."));
    addChunkArguments(parser);
    addSymbolArguments(parser);
    addTableArguments(parser);
    addForceArgument(parser);
    parser.addPositionalArgument(QStringLiteral("IN"),
                                 QCoreApplication::translate("cli", "Profiles to read."),
                                 QStringLiteral("IN…"));
}

// The output format; exactly one member is set.
struct Format {
    std::optional<QString> tables; // "sqlite", "rds"
    const model::Exporter *exporter = nullptr;
    std::optional<ExportFormat> chunks;
};

// Determines the output format. Exporters are asked first, as they know whole endings:
// "x.speedscope.json" is no chunk.
Format formatOf(const QString &output, const QString &name)
{
    Format format{tableFormat(output, name), nullptr, std::nullopt};
    if (!format.tables)
        format.exporter = chosenExporter(output, name);
    if (!format.tables && format.exporter == nullptr)
        format.chunks = exportFormat(output, name);
    return format;
}

std::optional<QString> formatFault(const CommandParser &parser, const Format &format)
{
    const QString output = parser.value(outputOption());
    const bool isNamed = parser.isSet(formatOption());
    const bool hasOneNumber =
        format.exporter != nullptr && format.exporter->format() == "collapsed";
    if (!weightArgument(parser).empty() && !hasOneNumber)
        return QCoreApplication::translate("cli", "only collapsed stacks have --weight");
    const bool hasRecords = format.exporter != nullptr && format.exporter->format() == "pprof";
    if (parser.isSet(perSampleOption()) && !hasRecords)
        return QCoreApplication::translate("cli", "only pprof has --per-sample");
    if (format.tables == QLatin1String("sqlite") && isStream(output))
        return QCoreApplication::translate("cli", "a database needs a file of its own, not “%1”")
            .arg(output);
    if (format.tables || format.exporter != nullptr || format.chunks)
        return tableArgumentFault(parser, format.tables.value_or(QString()));
    if (!isNamed && QFileInfo(output).suffix().isEmpty())
        return QCoreApplication::translate("cli", "“%1” has no extension: --to says the format")
            .arg(output);
    return QCoreApplication::translate(
               "cli",
               "no format is called “%1”; there are json, envelope, sentry-v1, sqlite, rds, %2")
        .arg(isNamed ? parser.value(formatOption()) : output, exporterNames());
}

// The profiles to write and, if the output replaces an input, whether all inputs have the output's
// format.
struct ToWrite {
    ProfilesOfSource all;
    std::string format; // of all of them; "" if they differ
};

std::string formatOfAll(const std::vector<model::ImportedProfile> &profiles)
{
    for (const auto &one : profiles) {
        if (one.format != profiles.front().format)
            return {};
    }
    return profiles.empty() ? std::string() : profiles.front().format;
}

ToWrite profilesToWrite(const CommandParser &parser)
{
    const auto files = parser.positionalArguments();
    if (const auto choices = tableChoices(parser); choices.source)
        return {profilesOfSource(files, symbolSettings(parser), choices), {}};
    const auto opened = openFiles(files, symbolSettings(parser));
    if (!opened)
        return {{{}, exitcode::bad}, {}};
    ProfilesOfSource all;
    for (const auto &one : opened->profiles)
        all.profiles.push_back(one.profile);
    return {std::move(all), formatOfAll(opened->profiles)};
}

std::string nameOf(const Format &format)
{
    if (format.exporter != nullptr)
        return std::string(format.exporter->format());
    return format.chunks && format.chunks->version == model::sentry::SampleFormat::V1 ? "sentry-v1"
                                                                                      : "sentry-v2";
}

// Whether one chosen source would replace its own file: the other sources in it would be lost.
bool wouldLoseSources(const CommandParser &parser)
{
    const auto isOutput = [&](const QString &file) {
        return isSameFile(file, parser.value(outputOption()));
    };
    return tableChoices(parser).source
        && std::ranges::any_of(parser.positionalArguments(), isOutput);
}

} // namespace

int convert(const QStringList &arguments)
{
    CommandParser parser(
        arguments,
        QCoreApplication::translate(
            "cli",
            "Writes profiles in another format. Chunks of one profiler are joined; each profiler "
            "has files of its own."));
    addArguments(parser);
    if (const auto code = parser.parseAll())
        return *code;
    if (!parser.isSet(outputOption()) || parser.positionalArguments().isEmpty())
        return parser.usageError(
            QCoreApplication::translate("cli", "convert needs files and -o OUT"));
    if (const auto fault = chunkArgumentFault(parser))
        return parser.usageError(*fault);
    const QString output = parser.value(outputOption());
    const auto format = formatOf(output, parser.value(formatOption()));
    if (const auto fault = formatFault(parser, format))
        return parser.usageError(*fault);
    if (wouldLoseSources(parser))
        return parser.usageError(
            QCoreApplication::translate(
                "cli", "“%1” is what is read: with --source it would lose its other sources")
                .arg(output));
    const auto replaced = replacedInput(parser, output);
    if (format.tables) {
        auto choices = tableChoices(parser);
        choices.replaced = replaced;
        return exportTables(parser.positionalArguments(), symbolSettings(parser), choices, output,
                            *format.tables);
    }
    const auto [all, readFormat] = profilesToWrite(parser);
    if (all.exitCode != exitcode::done)
        return all.exitCode;
    const auto &profiles = all.profiles;
    if (replaced && readFormat != nameOf(format))
        return refuseToReplace(output);
    const auto losses = replaced ? LossesAllowed::No : LossesAllowed::Yes;
    if (format.chunks)
        return exportProfiles(profiles, chunkOptions(parser), output, *format.chunks, losses,
                              protectedInputs(parser));
    model::ExportOptions options;
    if (parser.isSet(perSampleOption()))
        options.samples = model::Samples::Each;
    options.weight = weightArgument(parser);
    return writeExport(profiles, *format.exporter, options, output, losses);
}

} // namespace ember::app
