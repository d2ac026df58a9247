// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/opentables.h"

#include "app/cli/messages.h"
#include "app/cli/openfiles.h"
#include "model/formats/compression/compression.h"
#include "model/formats/rds/rdsreader.h"
#include "model/formats/rds/unserialize.h"
#include "model/formats/sqlite/sqlitereader.h"
#include "model/tables/combine.h"
#include "model/tables/fromprofile.h"
#include "model/tables/rowsbyid.h"
#include "model/tables/validate.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <map>
#include <new>
#include <string>

namespace ember::app {

using model::ErrorCode;

namespace tables = model::tables;

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

// An error if the tables cannot be joined.
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
        const auto holder = holderOf(path);
        if (holder != Holder::None && choices.partOf)
            add(Error{ErrorCode::FormatCannotHold, input->nameOf(path),
                      "of tables no part is written: convert them to another format first"});
        else if (holder != Holder::None)
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
            for (auto profile : import->profiles) {
                const auto part =
                    choices.partOf ? choices.partOf(profile) : std::optional(profile.profile);
                tables.isAll = tables.isAll && part;
                if (part) {
                    profile.profile = *part;
                    add(tablesOf(profile, *input, inputs));
                }
            }
        }
    }
    std::ranges::stable_sort(tables.opened, {}, firstInput);
    return tables;
}

Result<tables::Tables> joined(std::vector<OpenedTables> opened, const TableChoices &choices)
{
    EMBER_RETURN_IF_ERROR(check(opened));
    if (opened.empty())
        return Error{ErrorCode::NothingToShow, {}, "no profile is in it"};
    const bool isOne = opened.size() == 1; // ids of a single part are kept
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

} // namespace ember::app
