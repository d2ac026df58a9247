// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/exporttables.h"

#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/opentables.h"
#include "app/cli/output.h"
#include "app/session/filenames.h"
#include "model/formats/tablefile.h"
#include "model/tables/metarows.h"
#include "model/tables/reading.h"
#include "model/tables/toprofile.h"

#include <QCoreApplication>

#include <algorithm>

namespace ember::app {

namespace {

namespace tables = model::tables;
using model::Result;

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
