// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/exporttables.h"

#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/opentables.h"
#include "app/cli/symbolarguments.h"
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

Result<tables::Tables> together(const QCommandLineParser &parser, std::vector<OpenedTables> opened)
{
    EMBER_ASSIGN_OR_RETURN(auto parts, checked(std::move(opened)));
    EMBER_RETURN_IF_ERROR(setSourceUris(parts, parser.values(sourceUriOption())));
    const bool isOne = parts.size() == 1; // whose ids stay
    EMBER_ASSIGN_OR_RETURN(auto all, isOne ? Result(std::move(parts.front())) : combine(parts));
    if (parser.isSet(sourceOption())) {
        EMBER_ASSIGN_OR_RETURN(all, onlySource(std::move(all), parser.value(sourceOption())));
    }
    if (parser.isSet(dedupeOption()))
        all = tables::withoutDuplicates(std::move(all));
    return all;
}

Result<void> write(const QCommandLineParser &parser, const QString &output,
                   std::vector<OpenedTables> opened)
{
    EMBER_ASSIGN_OR_RETURN(const auto all, together(parser, std::move(opened)));
    EMBER_RETURN_IF_ERROR(model::sqlite::writeTables(all, QFile::encodeName(output).toStdString()));
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
             "cli", "Where a profile comes from, in place of its file (sqlite); once per profile."),
         QStringLiteral("URI")});
    parser.addOption({sourceOption(),
                      QCoreApplication::translate("cli", "Only the source with this id (sqlite)."),
                      QStringLiteral("ID")});
    parser.addOption(
        {dedupeOption(),
         QCoreApplication::translate("cli", "Equal functions and locations become one (sqlite).")});
}

bool isTableFormat(const QString &output, const QString &name)
{
    const QString format = name.isEmpty() ? QFileInfo(output).suffix() : name;
    return format == QLatin1String("sqlite");
}

int exportTables(const QCommandLineParser &parser, const QString &output)
{
    auto opened = openTables(parser.positionalArguments(), symbolSettings(parser));
    if (!opened)
        return exitcode::bad;
    if (const auto written = write(parser, output, std::move(*opened)); !written) {
        printError(written.error());
        return exitcode::bad;
    }
    return exitcode::done;
}

} // namespace ember::app
