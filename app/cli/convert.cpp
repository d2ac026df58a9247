// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandparser.h"
#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/openfiles.h"
#include "app/cli/opentables.h"
#include "app/cli/output.h"
#include "app/cli/sharedarguments.h"
#include "app/session/filenames.h"
#include "model/query/excerpt.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace ember::app {

namespace {

constexpr std::array convertOptions{
    OptionSpec{.name = "output",
               .letter = "o",
               .value = "OUT",
               .help = QT_TRANSLATE_NOOP(
                   "cli", "The file, whose extension names the format; - is standard output.")},
    OptionSpec{
        .name = "to",
        .value = "FORMAT",
        .choices = "json envelope sentry-v1 sqlite rds",
        .help = QT_TRANSLATE_NOOP(
            "cli",
            "The format, whatever the extension: json, envelope, sentry-v1, sqlite, rds, %1. A "
            "time, as of --from, ends the range that is written."),
        .names = exporterNames},
    OptionSpec{.name = "per-sample",
               .help = QT_TRANSLATE_NOOP("cli",
                                         "Sum no equal samples up, where the format does so "
                                         "(pprof), and keep times.")},
    OptionSpec{.name = "weight",
               .value = "TYPE",
               .help =
                   QT_TRANSLATE_NOOP("cli", "The values that stacks are weighed by (collapsed).")},
    OptionSpec{.name = "source-uri",
               .value = "URI",
               .help = QT_TRANSLATE_NOOP(
                   "cli",
                   "Where a profile comes from, in place of its file (sqlite, rds); once per "
                   "profile, or once per source, in the order of the files.")},
    OptionSpec{.name = "source",
               .value = "ID",
               .help = QT_TRANSLATE_NOOP("cli", "Only the source with this id.")},
    OptionSpec{.name = "dedupe",
               .help = QT_TRANSLATE_NOOP(
                   "cli", "Equal functions and locations become one (sqlite, rds).")},
    OptionSpec{
        .name = "schema",
        .value = "VERSION",
        .standard = "v2",
        .choices = "v1 v2",
        .help = QT_TRANSLATE_NOOP(
            "cli", "The version of the tables (rds): v2, or v1, which adds up equal stacks.")},
};

// The output format; one member is set, or none if the format is not known.
struct Format {
    std::optional<QString> tables; // "sqlite", "rds"
    const model::Exporter *exporter = nullptr;
    std::optional<ExportFormat> chunks;
};

// Determines the output format. Exporters are asked before chunks, as they know whole endings:
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

// The value of --to that names a format; "" if there is none.
QString formatName(const CommandParser &parser)
{
    for (const QString &text : parser.values(QStringLiteral("to"))) {
        if (!isTime(text))
            return text;
    }
    return {};
}

std::optional<QString> formatFault(const CommandParser &parser, const Format &format)
{
    const QString output = parser.valueOf("output");
    const QString name = formatName(parser);
    const bool isNamed = !name.isEmpty();
    const bool hasOneNumber =
        format.exporter != nullptr && format.exporter->format() == "collapsed";
    if (!weightArgument(parser).empty() && !hasOneNumber)
        return QCoreApplication::translate("cli", "only collapsed stacks have --weight");
    const bool hasRecords = format.exporter != nullptr && format.exporter->format() == "pprof";
    if (parser.has("per-sample") && !hasRecords)
        return QCoreApplication::translate("cli", "only pprof has --per-sample");
    if (format.tables == QLatin1String("sqlite") && isStream(output))
        return QCoreApplication::translate("cli", "a database needs a file of its own, not “%1”")
            .arg(output);
    if (format.tables || format.exporter != nullptr || format.chunks)
        return tableArgumentFault(parser, format.tables.value_or(QString()));
    if (!isNamed && QFileInfo(output).suffix().isEmpty())
        return QCoreApplication::translate("cli", "“%1” has no extension: --to says the format")
            .arg(output);
    if (!isNamed)
        return unknownExtension(output);
    return QCoreApplication::translate(
               "cli",
               "no format is called “%1”; there are json, envelope, sentry-v1, sqlite, rds, %2")
        .arg(name, exporterNames());
}

// The profiles to write, and what must be known of their files before one is replaced.
struct ToWrite {
    ProfilesOfSource all;
    std::string format; // format of all files; "" if they differ
    bool isWhole = true; // all that the files hold was read
};

std::string formatOfAll(const std::vector<model::ImportedProfile> &profiles)
{
    for (const auto &one : profiles) {
        if (one.format != profiles.front().format)
            return {};
    }
    return profiles.empty() ? std::string() : profiles.front().format;
}

// The part of the profile that is asked for; prints what is left out, or why there is none.
std::optional<model::ProfilePointer> partOf(const CommandParser &parser,
                                            const model::ImportedProfile &imported)
{
    const auto file = imported.files.empty() ? std::string() : imported.files.front();
    const auto selection = selectionOf(parser, *imported.profile, file);
    if (!selection)
        return std::nullopt;
    const auto part = excerpt(imported.profile, *selection);
    if (part.samplesLeftOut > 0)
        printNote(
            QCoreApplication::translate("cli", "“%1” is written in part").arg(fromArgument(file)));
    printLeftOut(part);
    return part.profile;
}

ToWrite profilesToWrite(const CommandParser &parser)
{
    const auto files = parser.positionalArguments();
    if (const auto choices = tableChoices(parser); choices.source) {
        ToWrite one{profilesOfSource(files, symbolSettings(parser), choices), {}, true};
        for (auto &profile : one.all.profiles) {
            const auto part = partOf(parser, {profile, {}, {files.front().toStdString()}});
            if (!part)
                return {{{}, exitcode::bad}, {}, false};
            profile = *part;
        }
        return one;
    }
    const auto opened = openFiles(files, symbolSettings(parser));
    if (!opened)
        return {{{}, exitcode::bad}, {}, false};
    ProfilesOfSource all;
    for (const auto &one : opened->profiles) {
        const auto part = partOf(parser, one);
        if (!part)
            return {{{}, exitcode::bad}, {}, false};
        all.profiles.push_back(*part);
    }
    return {std::move(all), formatOfAll(opened->profiles), isAllRead(*opened)};
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
        return isSameFile(file, parser.valueOf("output"));
    };
    return tableChoices(parser).source
        && std::ranges::any_of(parser.positionalArguments(), isOutput);
}

int convert(const CommandParser &parser)
{
    if (!parser.has("output") || parser.positionalArguments().isEmpty())
        return parser.usageError(
            QCoreApplication::translate("cli", "convert needs files and -o OUT"));
    if (const auto fault = chunkArgumentFault(parser))
        return parser.usageError(*fault);
    if (const auto fault = selectionFault(parser))
        return parser.usageError(*fault);
    const QString output = parser.valueOf("output");
    const auto format = formatOf(output, formatName(parser));
    if (const auto fault = formatFault(parser, format))
        return parser.usageError(*fault);
    if (wouldLoseSources(parser))
        return parser.usageError(
            QCoreApplication::translate(
                "cli", "“%1” is what is read: with --source it would lose its other sources")
                .arg(output));
    const auto replaced = replacedInput(parser, output);
    if (replaced && asksForPart(parser))
        return refuseToReplace(output);
    if (format.tables) {
        auto choices = tableChoices(parser);
        choices.replaced = replaced;
        if (asksForPart(parser))
            choices.partOf = [&](const model::ImportedProfile &one) { return partOf(parser, one); };
        return exportTables(parser.positionalArguments(), symbolSettings(parser), choices, output,
                            *format.tables);
    }
    const auto [all, readFormat, isWhole] = profilesToWrite(parser);
    if (all.exitCode != exitcode::done)
        return all.exitCode;
    const auto &profiles = all.profiles;
    if (replaced && readFormat != nameOf(format))
        return refuseToReplace(output);
    const auto losses = replaced ? LossesAllowed::No : LossesAllowed::Yes;
    const int read = isWhole ? exitcode::done : exitcode::bad;
    if (format.chunks)
        return std::max(read,
                        exportProfiles(profiles, chunkOptions(parser), output, *format.chunks,
                                       losses, protectedInputs(parser)));
    model::ExportOptions options;
    if (parser.has("per-sample"))
        options.samples = model::Samples::Each;
    options.weight = weightArgument(parser);
    return std::max(read, writeExport(profiles, *format.exporter, options, output, losses));
}

} // namespace

constinit const CommandSpec convertCommand{
    .name = "convert",
    .summary = QT_TRANSLATE_NOOP("cli", "write profiles in another format"),
    .description = QT_TRANSLATE_NOOP(
        "cli",
        "Writes profiles in another format. Chunks of one profiler are joined; each profiler "
        "has files of its own."),
    .operands = {{{"IN", QT_TRANSLATE_NOOP("cli", "Profiles to read."), "IN…"}}},
    .options = {convertOptions, selectionOptionSpecs, applicationOptionSpecs, chunkOptionSpecs,
                redactionOptionSpecs, symbolOptionSpecs, commandLineOptionSpecs, forceOptionSpecs},
    .run = convert,
};

} // namespace ember::app
