// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/opentables.h"

#include "app/cli/messages.h"
#include "app/cli/openfiles.h"
#include "model/formats/sqlite/reader.h"
#include "model/tables/fromprofile.h"
#include "model/tables/validate.h"

#include <QFile>

#include <algorithm>

namespace ember::app {

namespace {

using model::Error;
using model::Result;

constexpr std::size_t sniffedBytes = 16;

// Databases are not made profiles of: they may hold what no profile does.
bool isDatabase(const QString &path)
{
    const auto start = model::Bytes::readStart(QFile::encodeName(path).toStdString(), sniffedBytes);
    return start && model::sqlite::looksLikeDatabase(start->view());
}

Result<OpenedTables> openDatabase(const QString &path)
{
    const auto name = QFile::encodeName(path).toStdString();
    EMBER_ASSIGN_OR_RETURN(const auto bytes, model::Bytes::readFile(name));
    auto reading = model::sqlite::readTables(bytes.view(), [] { return false; });
    if (!reading)
        return Error{reading.error().code, name, reading.error().detail};
    auto findings = model::sqlite::allFindings(*reading);
    return OpenedTables{path, std::move(reading->tables), std::move(findings)};
}

Result<OpenedTables> tablesOf(const model::ImportedProfile &profile)
{
    const auto &file = profile.files.front();
    auto tables = model::tables::tablesOf(*profile.profile);
    if (!tables)
        return Error{tables.error().code, file, tables.error().detail};
    auto findings = model::tables::validate(*tables);
    return OpenedTables{QFile::decodeName(QByteArray::fromStdString(file)),
                        std::move(tables).value(), std::move(findings)};
}

} // namespace

std::optional<std::vector<OpenedTables>> openTables(const QStringList &paths,
                                                    const SymbolSettings &symbols)
{
    std::vector<OpenedTables> opened;
    bool isGood = true;
    const auto add = [&](Result<OpenedTables> outcome) {
        isGood = isGood && outcome;
        if (outcome)
            opened.push_back(std::move(outcome).value());
        else
            printError(outcome.error());
    };
    QStringList others;
    for (const QString &path : paths) {
        if (isDatabase(path))
            add(openDatabase(path));
        else
            others.append(path);
    }
    if (!others.isEmpty()) {
        const auto import = openFiles(others, symbols); // chunks of one session are one profile
        isGood = isGood && import;
        for (const auto &profile : import ? import->profiles : decltype(import->profiles)())
            add(tablesOf(profile));
    }
    std::ranges::stable_sort(opened, {}, [&](const auto &one) { return paths.indexOf(one.file); });
    return isGood ? std::optional(std::move(opened)) : std::nullopt;
}

} // namespace ember::app
