// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/opentables.h"

#include "app/cli/messages.h"
#include "app/cli/openfiles.h"
#include "model/formats/compression/compression.h"
#include "model/formats/rds/rdsreader.h"
#include "model/formats/rds/unserialize.h"
#include "model/formats/sqlite/sqlitereader.h"
#include "model/tables/fromprofile.h"
#include "model/tables/validate.h"

#include <algorithm>
#include <map>
#include <new>

namespace ember::app {

namespace {

using model::Error;
using model::Result;

constexpr std::size_t sniffedBytes = std::size_t(64) << 10U;

// Whether a file contains tables itself. Such files are not converted to profiles, which could lose
// content.
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

// Adds the file's name in front of an error, as importers do.
Error named(Error error, const std::string &name, Holder holder)
{
    const auto title = titleOf(holder);
    error.subject = name;
    if (!error.detail.empty() && !error.detail.starts_with(title))
        error.detail = title + ": " + error.detail;
    return error;
}

Result<OpenedTables> openHolder(const std::string &path, const std::string &name, Holder holder,
                                std::size_t input)
try {
    if (holder == Holder::Database) {
        if (const auto finished = model::sqlite::checkFinished(path); !finished)
            return Error{finished.error().code, name, finished.error().detail};
    }
    const auto bytes = model::readUnpacked(path);
    if (!bytes)
        return Error{bytes.error().code, name, bytes.error().detail};
    auto reading = holder == Holder::Database
        ? model::sqlite::readTables(bytes->view(), [] { return false; })
        : model::rds::readTables(bytes->view(), {});
    if (!reading)
        return named(reading.error(), name, holder);
    std::vector<std::size_t> inputs(rowCount(reading->tables.sources), input);
    OpenedTables opened{name,
                        std::move(inputs),
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

// Maps profiles to their inputs. An input that is given twice is read twice.
class Inputs {
public:
    Inputs(const InputFiles &input, const model::Import &import) : m_input(input)
    {
        for (const auto &profile : import.profiles) {
            for (const auto &file : profile.files)
                ++m_profiles[file];
        }
        for (std::size_t place = 0; place < input.paths().size(); ++place)
            m_places[input.nameOf(input.paths()[place])].push_back(place);
    }

    // Inputs of the next profile's sources; chunks of one profile may be of several files.
    std::vector<std::size_t> next(const model::ImportedProfile &profile,
                                  const model::tables::Tables &tables)
    {
        std::map<std::string, std::size_t> places; // index of each input by path
        for (const auto &file : profile.files) {
            const auto found = m_places.find(file);
            if (found == m_places.end())
                continue;
            const auto &all = found->second;
            const auto number = m_seen[file]++;
            const bool isReadForEach = m_profiles[file] % all.size() == 0;
            const auto ofEach = m_profiles[file] / all.size(); // profiles per file
            const auto place = isReadForEach ? all[number / ofEach] : all.front();
            places.emplace(m_input.paths()[place], place);
        }
        const auto place = [](const auto &entry) { return entry.second; };
        const auto first =
            places.empty() ? std::size_t(0) : std::ranges::min_element(places, {}, place)->second;
        std::vector<std::size_t> ofSources;
        for (const auto uri : tables.sources.uri) {
            const auto path = tables.text(uri);
            const auto own = places.find(std::string(path.substr(0, path.find('#'))));
            ofSources.push_back(own != places.end() ? own->second : first);
        }
        return ofSources;
    }

private:
    const InputFiles &m_input;
    std::map<std::string, std::size_t> m_profiles; // number of profiles by file
    std::map<std::string, std::size_t> m_seen;
    std::map<std::string, std::vector<std::size_t>> m_places; // indices of inputs by name
};

Result<OpenedTables> tablesOf(const model::ImportedProfile &profile, const InputFiles &input,
                              Inputs &inputs)
{
    const auto &file = profile.files.front();
    auto tables = model::tables::tablesOf(*profile.profile);
    if (!tables)
        return Error{tables.error().code, file, tables.error().detail};
    auto places = inputs.next(profile, *tables);
    for (auto &uri : tables->sources.uri) {
        if (!model::tables::isNa(uri) && input.isOfCopy(tables->text(uri)))
            uri = model::tables::naText;
    }
    auto findings = model::tables::validate(*tables);
    return OpenedTables{file, std::move(places), std::move(tables).value(), std::move(findings)};
}

std::size_t firstInput(const OpenedTables &tables)
{
    return tables.inputs.empty() ? std::size_t(0) : std::ranges::min(tables.inputs);
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
    std::vector<std::string> others;
    for (std::size_t place = 0; place < input->paths().size(); ++place) {
        const auto &path = input->paths()[place];
        if (const auto holder = holderOf(path); holder != Holder::None)
            add(openHolder(path, input->nameOf(path), holder, place));
        else
            others.push_back(path);
    }
    if (!others.empty()) {
        // Read together, as chunks of a session form one profile.
        const auto import = readFiles(*input, others, symbols);
        tables.isAll = tables.isAll && import && import->refused.empty();
        if (import) {
            Inputs inputs(*input, *import);
            for (const auto &profile : import->profiles)
                add(tablesOf(profile, *input, inputs));
        }
    }
    std::ranges::stable_sort(tables.opened, {}, firstInput);
    return tables;
}

} // namespace ember::app
