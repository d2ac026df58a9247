// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/jointables.h"

#include "model/tables/combine.h"
#include "model/tables/rowsbyid.h"

#include <algorithm>
#include <string>

namespace ember::app {

namespace tables = model::tables;
using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

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
