// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/exporttables.h"

#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/opentables.h"
#include "app/cli/writeexport.h"
#include "model/formats/rds/writer.h"
#include "model/formats/sqlite/writer.h"
#include "model/tables/combine.h"
#include "model/tables/reduce.h"
#include "model/tables/rowsbyid.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

namespace ember::app {

namespace {

namespace tables = model::tables;
using model::Error;
using model::ErrorCode;
using model::Result;

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

bool isRds(const QString &format)
{
    return format == QLatin1String("rds");
}

Result<std::vector<tables::Tables>> checked(std::vector<OpenedTables> opened)
{
    std::vector<tables::Tables> sound;
    for (auto &one : opened) {
        if (auto errors = tables::errorSummary(one.findings); !errors.empty())
            return Error{ErrorCode::SyntaxError, one.file.toStdString(), std::move(errors)};
        sound.push_back(std::move(one.tables));
    }
    return sound;
}

// The n-th is of all sources of the n-th profile or database.
Result<void> setSourceUris(std::vector<tables::Tables> &parts, const QStringList &uris)
{
    if (static_cast<std::size_t>(uris.size()) > parts.size())
        return Error{ErrorCode::InvalidArgument, "--source-uri", "there are fewer profiles"};
    for (qsizetype place = 0; place < uris.size(); ++place) {
        auto &part = parts[static_cast<std::size_t>(place)];
        const auto uri = model::StringInterner(part.strings).intern(uris[place].toStdString());
        for (auto &cell : part.sources.uri)
            cell = uri;
    }
    return {};
}

Result<tables::Tables> onlySource(tables::Tables all, const QString &wanted)
{
    bool isNumber = false;
    const int source = wanted.toInt(&isNumber);
    if (!isNumber || !tables::RowsById(all.sources.id).find(source))
        return Error{ErrorCode::InvalidArgument, wanted.toStdString(), "no source has this id"};
    return tables::ofSource(std::move(all), source);
}

Result<tables::Tables> together(const TableChoices &choices, std::vector<OpenedTables> opened)
{
    EMBER_ASSIGN_OR_RETURN(auto parts, checked(std::move(opened)));
    EMBER_RETURN_IF_ERROR(setSourceUris(parts, choices.sourceUris));
    const bool isOne = parts.size() == 1; // whose ids stay
    EMBER_ASSIGN_OR_RETURN(auto all, isOne ? Result(std::move(parts.front())) : combine(parts));
    if (choices.source) {
        EMBER_ASSIGN_OR_RETURN(all, onlySource(std::move(all), *choices.source));
    }
    if (choices.isWithoutDuplicates)
        all = tables::withoutDuplicates(std::move(all));
    return all;
}

Result<void> writeRds(const tables::Tables &all, const QString &output, const QString &schema)
{
    using model::rds::Schema;
    EMBER_ASSIGN_OR_RETURN(
        const auto written,
        model::rds::writtenTables(all, schema == QLatin1String("v1") ? Schema::V1 : Schema::V2));
    return saveExport(written, output);
}

Result<void> write(const TableChoices &choices, const QString &output, const QString &format,
                   std::vector<OpenedTables> opened)
{
    EMBER_ASSIGN_OR_RETURN(const auto all, together(choices, std::move(opened)));
    const auto path = QFile::encodeName(output).toStdString();
    EMBER_RETURN_IF_ERROR(isRds(format) ? writeRds(all, output, choices.schema)
                                        : model::sqlite::writeTables(all, path));
    const auto sourceCount = static_cast<int>(rowCount(all.sources));
    const auto sampleCount = static_cast<int>(rowCount(all.samples));
    const QString sources =
        QCoreApplication::translate("cli", "%n source(s)", nullptr, sourceCount);
    const QString samples =
        QCoreApplication::translate("cli", "%n sample(s)", nullptr, sampleCount);
    printNote(QCoreApplication::translate("cli", "%1: %2, %3").arg(output, sources, samples));
    return {};
}

} // namespace

void addTableArguments(QCommandLineParser &parser)
{
    parser.addOption(
        {sourceUriOption(),
         QCoreApplication::translate(
             "cli",
             "Where a profile comes from, in place of its file (sqlite, rds); once per profile."),
         QStringLiteral("URI")});
    parser.addOption(
        {sourceOption(),
         QCoreApplication::translate("cli", "Only the source with this id (sqlite, rds)."),
         QStringLiteral("ID")});
    parser.addOption({dedupeOption(),
                      QCoreApplication::translate(
                          "cli", "Equal functions and locations become one (sqlite, rds).")});
    parser.addOption(
        {schemaOption(),
         QCoreApplication::translate(
             "cli", "The version of the tables (rds): v2, or v1, which adds up equal stacks."),
         QStringLiteral("VERSION"), QStringLiteral("v2")});
}

std::optional<QString> tableArgumentFault(const QCommandLineParser &parser, const QString &format)
{
    const auto schema = parser.value(schemaOption());
    if (schema != QLatin1String("v1") && schema != QLatin1String("v2"))
        return QCoreApplication::translate("cli", "--schema is v1 or v2, not “%1”").arg(schema);
    if (schema == QLatin1String("v1") && !isRds(format))
        return QCoreApplication::translate("cli", "only rds files have --schema v1");
    return std::nullopt;
}

std::optional<QString> tableFormat(const QString &output, const QString &name)
{
    const QString format = name.isEmpty() ? QFileInfo(output).suffix() : name;
    const bool isKnown = format == QLatin1String("sqlite") || isRds(format);
    return isKnown ? std::optional(format) : std::nullopt;
}

TableChoices tableChoices(const QCommandLineParser &parser)
{
    TableChoices choices;
    choices.sourceUris = parser.values(sourceUriOption());
    if (parser.isSet(sourceOption()))
        choices.source = parser.value(sourceOption());
    choices.isWithoutDuplicates = parser.isSet(dedupeOption());
    choices.schema = parser.value(schemaOption());
    return choices;
}

int exportTables(const QStringList &files, const SymbolSettings &symbols,
                 const TableChoices &choices, const QString &output, const QString &format)
{
    auto opened = openTables(files, symbols);
    if (!opened)
        return exitcode::bad;
    if (auto written = write(choices, output, format, std::move(*opened)); !written) {
        auto error = written.error();
        if (error.subject.empty())
            error.subject = output.toStdString();
        printError(error);
        return exitcode::bad;
    }
    return exitcode::done;
}

} // namespace ember::app
