// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tablearguments.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace ember::app {

namespace {

QString sourceUriOption()
{
    return QStringLiteral("source-uri");
}

QString sourceOption()
{
    return QStringLiteral("source");
}

QString dedupeOption()
{
    return QStringLiteral("dedupe");
}

QString schemaOption()
{
    return QStringLiteral("schema");
}

QString noCommandLinesOption()
{
    return QStringLiteral("no-command-lines");
}

bool isRds(const QString &format)
{
    return format == QLatin1String("rds");
}

bool holdsTables(const QString &format)
{
    return format == QLatin1String("sqlite") || isRds(format);
}

// The usage error of an option for a format without tables.
std::optional<QString> onlyOfTables(const QCommandLineParser &parser, const QString &option,
                                    const QString &format)
{
    if (!parser.isSet(option) || holdsTables(format))
        return std::nullopt;
    return QCoreApplication::translate("cli", "only sqlite and rds files have --%1").arg(option);
}

} // namespace

void addTableArguments(QCommandLineParser &parser)
{
    parser.addOption(
        {sourceUriOption(),
         QCoreApplication::translate(
             "cli",
             "Where a profile comes from, in place of its file (sqlite, rds); once per profile, "
             "or once per source, in the order of the files."),
         QStringLiteral("URI")});
    parser.addOption({sourceOption(),
                      QCoreApplication::translate("cli", "Only the source with this id."),
                      QStringLiteral("ID")});
    parser.addOption({dedupeOption(),
                      QCoreApplication::translate(
                          "cli", "Equal functions and locations become one (sqlite, rds).")});
    parser.addOption(
        {schemaOption(),
         QCoreApplication::translate(
             "cli", "The version of the tables (rds): v2, or v1, which adds up equal stacks."),
         QStringLiteral("VERSION"), QStringLiteral("v2")});
    addCommandLinesArgument(parser);
}

void addCommandLinesArgument(QCommandLineParser &parser)
{
    parser.addOption(
        {noCommandLinesOption(),
         QCoreApplication::translate(
             "cli",
             "Leaves out the arguments that the programs were started with (sqlite, rds): they may "
             "have names, addresses and passwords.")});
}

bool leavesOutCommandLines(const QCommandLineParser &parser)
{
    return parser.isSet(noCommandLinesOption());
}

std::optional<QString> commandLinesArgumentFault(const QCommandLineParser &parser,
                                                 const QString &format)
{
    return onlyOfTables(parser, noCommandLinesOption(), format);
}

std::optional<QString> tableArgumentFault(const QCommandLineParser &parser, const QString &format)
{
    const auto schema = parser.value(schemaOption());
    if (schema != QLatin1String("v1") && schema != QLatin1String("v2"))
        return QCoreApplication::translate("cli", "--schema is v1 or v2, not “%1”").arg(schema);
    if (schema == QLatin1String("v1") && !isRds(format))
        return QCoreApplication::translate("cli", "only rds files have --schema v1");
    if (parser.values(sourceOption()).size() > 1)
        return QCoreApplication::translate("cli", "--source can be given once");
    bool isNumber = true;
    if (parser.isSet(sourceOption()))
        parser.value(sourceOption()).toInt(&isNumber);
    if (!isNumber)
        return QCoreApplication::translate("cli", "--source is the number of a source, not “%1”")
            .arg(parser.value(sourceOption()));
    for (const QString &option : {sourceUriOption(), dedupeOption(), schemaOption()}) {
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

TableChoices tableChoices(const QCommandLineParser &parser)
{
    TableChoices choices;
    choices.sourceUris = parser.values(sourceUriOption());
    if (parser.isSet(sourceOption()))
        choices.source = parser.value(sourceOption());
    choices.isWithoutDuplicates = parser.isSet(dedupeOption());
    choices.schema = parser.value(schemaOption());
    choices.isWithoutCommandLines = leavesOutCommandLines(parser);
    return choices;
}

} // namespace ember::app
