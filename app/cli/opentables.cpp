// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/opentables.h"

#include "app/cli/messages.h"
#include "app/cli/openfiles.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace ember::app {

namespace {

bool isRds(const QString &format)
{
    return format == QLatin1String("rds");
}

bool holdsTables(const QString &format)
{
    return format == QLatin1String("sqlite") || isRds(format);
}

// The usage error of an option for a format without tables.
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

} // namespace ember::app
