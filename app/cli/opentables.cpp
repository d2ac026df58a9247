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

#include <algorithm>
#include <new>

namespace ember::app {

namespace {

using model::Error;
using model::Result;

constexpr std::size_t sniffedBytes = std::size_t(64) << 10U;

// Files that hold tables are not made profiles of: they may hold what no profile does.
enum class Holder : std::uint8_t { None, Database, StoredByR };

Holder holderOf(const std::string &path)
{
    const auto start = model::readUnpackedStart(path, sniffedBytes);
    if (!start)
        return Holder::None;
    if (model::sqlite::looksLikeDatabase(start->view()))
        return Holder::Database;
    return model::rds::looksSerialized(start->view()) ? Holder::StoredByR : Holder::None;
}

std::string titleOf(Holder holder)
{
    return holder == Holder::Database ? "SQLite" : "rds";
}

// As importers say it, in front of errors that do not.
Error named(Error error, const std::string &name, Holder holder)
{
    const auto title = titleOf(holder);
    error.subject = name;
    if (!error.detail.empty() && !error.detail.starts_with(title))
        error.detail = title + ": " + error.detail;
    return error;
}

Result<OpenedTables> openHolder(const std::string &path, const std::string &name, Holder holder)
try {
    const auto bytes = model::readUnpacked(path);
    if (!bytes)
        return Error{bytes.error().code, name, bytes.error().detail};
    auto reading = holder == Holder::Database
        ? model::sqlite::readTables(bytes->view(), [] { return false; })
        : model::rds::readTables(bytes->view(), {});
    if (!reading)
        return named(reading.error(), name, holder);
    OpenedTables opened{name,
                        std::move(reading->tables),
                        std::move(reading->findings),
                        titleOf(holder),
                        std::move(reading->leftOut),
                        std::move(reading->disagreements)};
    if (holder == Holder::StoredByR && !model::tables::errorSummary(opened.findings).empty())
        opened.other = model::rds::otherObject(bytes->view(), {});
    return opened;
} catch (const std::bad_alloc &) {
    return Error{model::ErrorCode::FileTooBig, name, "not enough memory"};
}

Result<OpenedTables> tablesOf(const model::ImportedProfile &profile, const InputFiles &input)
{
    const auto &file = profile.files.front();
    auto tables = model::tables::tablesOf(*profile.profile);
    if (!tables)
        return Error{tables.error().code, file, tables.error().detail};
    for (auto &uri : tables->sources.uri) {
        if (!model::tables::isNa(uri) && input.isOfCopy(tables->text(uri)))
            uri = model::tables::naText;
    }
    auto findings = model::tables::validate(*tables);
    return OpenedTables{file, std::move(tables).value(), std::move(findings)};
}

} // namespace

TablesOfFiles openTables(const QStringList &names, const SymbolSettings &symbols)
{
    const auto input = InputFiles::open(names);
    if (!input) {
        printError(input.error());
        return {{}, false};
    }
    TablesOfFiles tables;
    const auto add = [&](Result<OpenedTables> outcome) {
        tables.isAll = tables.isAll && outcome;
        if (outcome)
            tables.opened.push_back(std::move(outcome).value());
        else
            printError(outcome.error());
    };
    std::vector<std::string> order;
    std::vector<std::string> others;
    for (const auto &path : input->paths()) {
        order.push_back(input->nameOf(path));
        if (const auto holder = holderOf(path); holder != Holder::None)
            add(openHolder(path, order.back(), holder));
        else
            others.push_back(path);
    }
    if (!others.empty()) {
        const auto import = readFiles(*input, others, symbols); // chunks of a session are one
        tables.isAll = tables.isAll && import && import->refused.empty();
        for (const auto &profile : import ? import->profiles : decltype(import->profiles)())
            add(tablesOf(profile, *input));
    }
    std::ranges::stable_sort(tables.opened, {}, [&](const OpenedTables &one) {
        return std::ranges::find(order, one.file) - order.begin();
    });
    return tables;
}

} // namespace ember::app
