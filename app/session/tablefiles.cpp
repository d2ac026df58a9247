// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/tablefiles.h"

#include "app/losstext.h"
#include "model/formats/tablefile.h"
#include "model/tables/combine.h"
#include "model/tables/fromprofile.h"
#include "model/tables/metarows.h"
#include "model/tables/reading.h"
#include "model/tables/tablevalues.h"
#include "model/tables/validate.h"

#include <algorithm>
#include <map>
#include <string>

namespace ember::app {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace tables = model::tables;

namespace {

Result<OpenedTables> openHolder(const std::string &path, const std::string &name, std::size_t input,
                                const std::stop_token &stop)
{
    EMBER_ASSIGN_OR_RETURN(auto file, model::readTableFile(path, name, stop));
    std::vector<std::size_t> inputs(rowCount(file.reading.tables.sources), input);
    return OpenedTables{name,
                        std::move(inputs),
                        std::move(file.reading.tables),
                        std::move(file.reading.findings),
                        std::move(file.title),
                        std::move(file.reading.leftOut),
                        std::move(file.reading.disagreements),
                        std::move(file.other)};
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

    // Returns the inputs of the next profile's sources; chunks of one profile may be of several
    // files.
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

// Returns an error if the tables cannot be joined.
Result<void> check(const std::vector<OpenedTables> &opened)
{
    for (const auto &one : opened) {
        const auto title = one.title.empty() ? std::string() : one.title + ": ";
        if (one.other)
            return Error{ErrorCode::UnknownFormat, one.file, title + *one.other};
        if (const auto errors = tables::errorSummary(one.findings); !errors.empty())
            return Error{ErrorCode::SyntaxError, one.file, title + errors};
    }
    return {};
}

struct PlaceOfSource {
    std::size_t part = 0;
    std::size_t row = 0;
};

// All sources in the order of their inputs. Sources of one input keep their order.
std::vector<PlaceOfSource> sourcesInOrder(const std::vector<OpenedTables> &parts)
{
    std::vector<PlaceOfSource> sources;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        for (std::size_t row = 0; row < rowCount(parts[part].tables.sources); ++row)
            sources.push_back({part, row});
    }
    std::ranges::stable_sort(sources, {}, [&](const PlaceOfSource &source) {
        const auto &inputs = parts[source.part].inputs;
        return source.row < inputs.size() ? inputs[source.row] : std::size_t(0);
    });
    return sources;
}

// Sets one URI per source.
void setEachUri(std::vector<OpenedTables> &parts, const QStringList &uris)
{
    qsizetype next = 0;
    for (const auto &source : sourcesInOrder(parts)) {
        auto &own = parts[source.part].tables;
        own.sources.uri[source.row] =
            model::StringInterner(own.strings).intern(uris[next++].toStdString());
    }
}

// Sets the URIs of sources: either one for each profile or database, whose sources must then all be
// from one place, or one for each source.
Result<void> setSourceUris(std::vector<OpenedTables> &parts, const QStringList &uris)
{
    if (uris.isEmpty())
        return {};
    const auto given = static_cast<std::size_t>(uris.size());
    const auto isOfOnePlace = [](const OpenedTables &part) {
        const auto &cells = part.tables.sources.uri;
        return std::ranges::all_of(cells, [&](auto cell) { return cell == cells.front(); });
    };
    const auto sources = sourcesInOrder(parts).size();
    if (given == sources) {
        setEachUri(parts, uris);
        return {};
    }
    if (given != parts.size())
        return Error{ErrorCode::InvalidArgument, "--source-uri",
                     std::to_string(given) + " are given; expected one for each of "
                         + std::to_string(parts.size()) + " profiles, or of "
                         + std::to_string(sources) + " sources"};
    if (!std::ranges::all_of(parts, isOfOnePlace))
        return Error{ErrorCode::InvalidArgument, "--source-uri",
                     "the sources of a profile are of several files, which one would replace: "
                     "expected as many as the "
                         + std::to_string(sources) + " sources"};
    for (std::size_t place = 0; place < parts.size(); ++place) {
        auto &part = parts[place].tables;
        const auto uri = model::StringInterner(part.strings)
                             .intern(uris[static_cast<qsizetype>(place)].toStdString());
        std::ranges::fill(part.sources.uri, uri);
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

} // namespace

std::vector<OpenedTables> readTables(const InputFiles &input, const TableReading &how)
{
    std::vector<OpenedTables> opened;
    const auto add = [&](Result<OpenedTables> outcome) {
        if (outcome)
            opened.push_back(std::move(outcome).value());
        else
            how.refuse(outcome.error());
    };
    std::vector<std::string> others;
    for (std::size_t place = 0; place < input.paths().size(); ++place) {
        const auto &path = input.paths()[place];
        const bool holdsTables = model::holdsTables(path);
        if (holdsTables && how.partOf)
            add(Error{ErrorCode::FormatCannotHold, input.nameOf(path),
                      "of tables no part is written: convert them to another format first"});
        else if (holdsTables)
            add(openHolder(path, input.nameOf(path), place, how.stop));
        else
            others.push_back(path);
    }
    // All profiles are read in one call, as chunks of a session form one profile.
    const auto import = others.empty() ? std::nullopt : how.profiles(others);
    if (import) {
        Inputs inputs(input, *import);
        for (auto profile : import->profiles) {
            const auto part = how.partOf ? how.partOf(profile) : std::optional(profile.profile);
            if (!part)
                continue;
            profile.profile = *part;
            add(tablesOf(profile, input, inputs));
        }
    }
    std::ranges::stable_sort(opened, {}, firstInput);
    return opened;
}

Result<tables::Tables> joined(std::vector<OpenedTables> opened, const JoinChoices &choices)
{
    EMBER_RETURN_IF_ERROR(check(opened));
    if (opened.empty())
        return Error{ErrorCode::NothingToShow, {}, "no profile is in it"};
    const bool isOne = opened.size() == 1; // a single set of tables keeps its ids
    if (isOne && choices.source) {
        auto &only = opened.front().tables;
        EMBER_ASSIGN_OR_RETURN(only, onlySource(std::move(only), *choices.source));
    }
    EMBER_RETURN_IF_ERROR(setSourceUris(opened, choices.sourceUris));
    std::vector<tables::Tables> parts;
    for (auto &one : opened)
        parts.push_back(std::move(one.tables));
    EMBER_ASSIGN_OR_RETURN(auto all, isOne ? Result(std::move(parts.front())) : combine(parts));
    if (!isOne && choices.source) {
        EMBER_ASSIGN_OR_RETURN(all, onlySource(std::move(all), *choices.source));
    }
    if (choices.isWithoutDuplicates)
        all = tables::withoutDuplicates(std::move(all));
    return all;
}

QStringList lossesOf(const std::vector<OpenedTables> &opened, const JoinChoices &choices)
{
    // Rows of meta stay in a single set of tables of which no source is chosen.
    const bool isOfSources = opened.size() > 1 || choices.source;
    QStringList lines;
    const auto add = [&](const std::string &file, const QString &text) {
        lines.append(QString::fromStdString(file + ": ") + text);
    };
    for (const OpenedTables &one : opened) {
        if (const auto replaced = tables::replacedMetaText(one.tables);
            isOfSources && !replaced.empty())
            add(one.file, leftOutText(replaced));
        for (const auto &disagreement : one.disagreements)
            add(one.file, QString::fromStdString(one.title + ": " + disagreement));
        if (!one.leftOut.empty())
            add(one.file,
                QString::fromStdString(one.title + ": ")
                    + leftOutText(tables::leftOutText(one.leftOut)));
    }
    return lines;
}

int commandLinesIn(const tables::Tables &all)
{
    return static_cast<int>(
        std::ranges::count_if(all.processes.command, [&](model::StringIndex command) {
            return command.isValid() && !all.strings[command].empty();
        }));
}

} // namespace ember::app
