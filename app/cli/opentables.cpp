// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/opentables.h"

#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/openfiles.h"
#include "app/cli/output.h"
#include "app/session/filenames.h"
#include "model/formats/tablefile.h"
#include "model/tables/metarows.h"
#include "model/tables/reading.h"
#include "model/tables/toprofile.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace ember::app {

using model::Result;

namespace {

bool isRds(const QString &format)
{
    return format == QLatin1String("rds");
}

bool holdsTables(const QString &format)
{
    return format == QLatin1String("sqlite") || isRds(format);
}

// The usage error if an option for tables is given with a format without tables.
std::optional<QString> onlyOfTables(const CommandParser &parser, const char *option,
                                    const QString &format)
{
    if (!parser.has(option) || holdsTables(format))
        return std::nullopt;
    return QCoreApplication::translate("cli", "only sqlite and rds files have --%1")
        .arg(QLatin1String(option));
}

} // namespace

bool leavesOutCommandLines(const CommandParser &parser)
{
    return parser.has("no-command-lines");
}

std::optional<QString> commandLinesArgumentFault(const CommandParser &parser, const QString &format)
{
    return onlyOfTables(parser, "no-command-lines", format);
}

std::optional<QString> tableArgumentFault(const CommandParser &parser, const QString &format)
{
    const auto schema = parser.valueOf("schema");
    if (schema != QLatin1String("v1") && schema != QLatin1String("v2"))
        return QCoreApplication::translate("cli", "--schema is v1 or v2, not “%1”").arg(schema);
    if (schema == QLatin1String("v1") && !isRds(format))
        return QCoreApplication::translate("cli", "only rds files have --schema v1");
    if (parser.values(QStringLiteral("source")).size() > 1)
        return QCoreApplication::translate("cli", "--source can be given once");
    bool isNumber = true;
    if (parser.has("source"))
        parser.valueOf("source").toInt(&isNumber);
    if (!isNumber)
        return QCoreApplication::translate("cli", "--source is the number of a source, not “%1”")
            .arg(parser.valueOf("source"));
    for (const char *option : {"source-uri", "dedupe", "schema"}) {
        if (const auto fault = onlyOfTables(parser, option, format))
            return fault;
    }
    return commandLinesArgumentFault(parser, format);
}

std::optional<QString> tableFormat(const QString &output, const QString &name)
{
    QString format = name.isEmpty() ? QFileInfo(output).suffix().toLower() : name;
    if (name.isEmpty() && (format == QLatin1String("db") || format == QLatin1String("sqlite3")))
        format = QStringLiteral("sqlite");
    return holdsTables(format) ? std::optional(format) : std::nullopt;
}

TableChoices tableChoices(const CommandParser &parser)
{
    TableChoices choices;
    choices.sourceUris = parser.values(QStringLiteral("source-uri"));
    if (parser.has("source"))
        choices.source = parser.valueOf("source");
    choices.isWithoutDuplicates = parser.has("dedupe");
    choices.schema = parser.valueOf("schema");
    choices.isWithoutCommandLines = leavesOutCommandLines(parser);
    return choices;
}

TablesOfFiles openTables(const QStringList &names, const SymbolSettings &symbols,
                         const TableChoices &choices)
{
    const auto input = InputFiles::open(names);
    if (!input) {
        printError(input.error());
        return {{}, false};
    }
    TablesOfFiles tables;
    const auto profiles = [&](const std::vector<std::string> &paths) {
        auto import = readFiles(*input, paths, symbols);
        tables.isAll = tables.isAll && import && import->refused.empty();
        return import;
    };
    const auto refuse = [&](const model::Error &error) {
        tables.isAll = false;
        printError(error);
    };
    const auto partOf = [&](const model::ImportedProfile &profile) {
        const auto part = choices.partOf(profile);
        tables.isAll = tables.isAll && part;
        return part;
    };
    tables.opened =
        readTables(*input, {profiles, refuse, choices.partOf ? PartOfProfile(partOf) : nullptr});
    return tables;
}

namespace {

namespace tables = model::tables;
// Prints the error. Returns the exit code.
int failTables(model::Error error, const QString &file)
{
    if (error.subject.empty())
        error.subject = file.toStdString();
    printError(error);
    return error.code == model::ErrorCode::InvalidArgument ? exitcode::usage : exitcode::bad;
}

Result<void> writeRds(const tables::Tables &all, const QString &output, const QString &schema)
{
    using model::TableSchema;
    EMBER_ASSIGN_OR_RETURN(
        const auto written,
        model::writtenForR(all, schema == QLatin1String("v1") ? TableSchema::V1 : TableSchema::V2));
    return saveExport(written, output);
}

// Whether all tables of the replaced file are in the new one, so that replacing it loses nothing.
bool isKept(const std::vector<OpenedTables> &opened, const TableChoices &choices)
{
    if (choices.isWithoutCommandLines || choices.schema == QLatin1String("v1"))
        return false;
    return std::ranges::any_of(opened, [&](const OpenedTables &one) {
        const auto file = fromArgument(one.file);
        const bool isReplaced = file == *choices.replaced || isSameFile(file, *choices.replaced);
        return !one.title.empty() && one.leftOut.empty() && isReplaced;
    });
}

Result<void> writeJoined(const TableChoices &choices, const QString &output, const QString &format,
                         std::vector<OpenedTables> opened)
{
    EMBER_ASSIGN_OR_RETURN(auto all, joined(std::move(opened), choices));
    if (choices.isWithoutCommandLines)
        std::ranges::fill(all.processes.command, model::StringIndex());
    const int commandLines = choices.schema == QLatin1String("v1") ? 0 : commandLinesIn(all);
    const auto path = toPath(output);
    EMBER_RETURN_IF_ERROR(format == QLatin1String("rds") ? writeRds(all, output, choices.schema)
                                                         : model::writeDatabase(all, path));
    const auto sourceCount = static_cast<int>(rowCount(all.sources));
    const auto sampleCount = static_cast<int>(rowCount(all.samples));
    const QString sources =
        QCoreApplication::translate("cli", "%n source(s)", nullptr, sourceCount);
    const QString samples =
        QCoreApplication::translate("cli", "%n sample(s)", nullptr, sampleCount);
    printNote(QCoreApplication::translate("cli", "%1: %2, %3").arg(output, sources, samples));
    if (commandLines > 0)
        printDetail(QCoreApplication::translate(
            "cli",
            "the command lines of %n process(es) are in it, with all their arguments: "
            "--no-command-lines leaves them out",
            nullptr, commandLines));
    return {};
}

void noteFiles(const std::vector<OpenedTables> &opened, const TableChoices &choices)
{
    for (const QString &line : lossesOf(opened, choices))
        printNote(line);
}

} // namespace

int exportTables(const QStringList &files, const SymbolSettings &symbols,
                 const TableChoices &choices, const QString &output, const QString &format)
{
    auto [opened, isAll] = openTables(files, symbols, choices);
    if (!isAll)
        return exitcode::bad;
    noteFiles(opened, choices);
    if (choices.replaced && !isKept(opened, choices))
        return refuseToReplace(output);
    if (const auto written = writeJoined(choices, output, format, std::move(opened)); !written)
        return failTables(written.error(), output);
    return exitcode::done;
}

ProfilesOfSource profilesOfSource(const QStringList &files, const SymbolSettings &symbols,
                                  const TableChoices &choices)
{
    auto [opened, isAll] = openTables(files, symbols);
    if (!isAll)
        return {{}, exitcode::bad};
    noteFiles(opened, choices);
    const auto chosen = joined(std::move(opened), choices);
    if (!chosen)
        return {{}, failTables(chosen.error(), files.front())};
    if (const auto loss = tables::metaLossText(*chosen); !loss.empty())
        printNote(QString::fromStdString(loss));
    return {model::tables::profilesOf(*chosen), exitcode::done};
}

} // namespace ember::app
