// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/opentables.h"

#include "app/cli/messages.h"
#include "app/cli/openfiles.h"
#include "model/formats/compression/compression.h"
#include "model/formats/rds/reader.h"
#include "model/formats/rds/unserialize.h"
#include "model/formats/sqlite/reader.h"
#include "model/tables/fromprofile.h"
#include "model/tables/validate.h"

#include <QFile>

#include <algorithm>
#include <new>

namespace ember::app {

namespace {

using model::Error;
using model::Result;

constexpr std::size_t sniffedBytes = std::size_t(64) << 10U;

// Files that hold tables are not made profiles of: they may hold what no profile does.
enum class Holder : std::uint8_t { None, Database, StoredByR };

Holder holderOf(const QString &path)
{
    const auto start =
        model::Bytes::readStart(QFile::encodeName(path).toStdString(), model::packedStart);
    if (!start)
        return Holder::None;
    if (model::sqlite::looksLikeDatabase(start->view()))
        return Holder::Database;
    const bool isPacked = model::compressionOf(start->view()) != model::Compression::None;
    const auto content = isPacked ? model::decompressedStart(start->view(), sniffedBytes)
                                  : std::string(start->view().substr(0, sniffedBytes));
    return model::rds::looksSerialized(content) ? Holder::StoredByR : Holder::None;
}

Result<OpenedTables> openDatabase(const QString &path, const model::Bytes &bytes)
{
    EMBER_ASSIGN_OR_RETURN(auto reading,
                           model::sqlite::readTables(bytes.view(), [] { return false; }));
    return OpenedTables{path, std::move(reading.tables), std::move(reading.findings)};
}

Result<OpenedTables> openStored(const QString &path, const std::string &name, model::Bytes bytes)
{
    if (model::compressionOf(bytes.view()) != model::Compression::None) {
        EMBER_ASSIGN_OR_RETURN(bytes, model::decompress(name, bytes.view()));
    }
    EMBER_ASSIGN_OR_RETURN(auto reading, model::rds::readTables(bytes.view(), {}));
    return OpenedTables{path, std::move(reading.tables), std::move(reading.findings)};
}

Result<OpenedTables> openHolder(const QString &path, Holder holder)
try {
    const auto name = QFile::encodeName(path).toStdString();
    EMBER_ASSIGN_OR_RETURN(auto bytes, model::Bytes::readFile(name));
    auto opened = holder == Holder::Database ? openDatabase(path, bytes)
                                             : openStored(path, name, std::move(bytes));
    if (!opened)
        return Error{opened.error().code, name, opened.error().detail};
    return opened;
} catch (const std::bad_alloc &) {
    return Error{model::ErrorCode::FileTooBig, path.toStdString(), "not enough memory"};
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
        if (const auto holder = holderOf(path); holder != Holder::None)
            add(openHolder(path, holder));
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
