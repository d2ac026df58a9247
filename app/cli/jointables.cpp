// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/jointables.h"

#include "model/tables/combine.h"
#include "model/tables/reduce.h"
#include "model/tables/rowsbyid.h"

#include <algorithm>
#include <string>

namespace ember::app {

namespace tables = model::tables;
using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

Result<std::vector<tables::Tables>> checked(std::vector<OpenedTables> opened)
{
    std::vector<tables::Tables> sound;
    for (auto &one : opened) {
        const auto title = one.title.empty() ? std::string() : one.title + ": ";
        if (one.other)
            return Error{ErrorCode::UnknownFormat, one.file, title + *one.other};
        if (const auto errors = tables::errorSummary(one.findings); !errors.empty())
            return Error{ErrorCode::SyntaxError, one.file, title + errors};
        sound.push_back(std::move(one.tables));
    }
    return sound;
}

// One for each source, of all profiles and databases.
void setEachUri(std::vector<tables::Tables> &parts, const QStringList &uris)
{
    qsizetype next = 0;
    for (auto &part : parts) {
        model::StringInterner strings(part.strings);
        for (auto &cell : part.sources.uri)
            cell = strings.intern(uris[next++].toStdString());
    }
}

// The n-th is of all sources of the n-th profile or database, which then must be of one place.
Result<void> setSourceUris(std::vector<tables::Tables> &parts, const QStringList &uris)
{
    std::size_t sources = 0;
    for (const auto &part : parts)
        sources += rowCount(part.sources);
    if (static_cast<std::size_t>(uris.size()) == sources) {
        setEachUri(parts, uris);
        return {};
    }
    if (static_cast<std::size_t>(uris.size()) > parts.size())
        return Error{ErrorCode::InvalidArgument, "--source-uri",
                     "there are fewer profiles, and another number of sources"};
    for (qsizetype place = 0; place < uris.size(); ++place) {
        auto &part = parts[static_cast<std::size_t>(place)];
        auto &cells = part.sources.uri;
        if (std::ranges::any_of(cells, [&](auto cell) { return cell != cells.front(); }))
            return Error{ErrorCode::InvalidArgument, "--source-uri",
                         "the sources of a profile are of several files, which one would replace: "
                         "expected as many as the "
                             + std::to_string(sources) + " sources"};
        const auto uri = model::StringInterner(part.strings).intern(uris[place].toStdString());
        std::ranges::fill(cells, uri);
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
    EMBER_ASSIGN_OR_RETURN(auto parts, checked(std::move(opened)));
    if (parts.empty())
        return Error{ErrorCode::NothingToShow, {}, "no profile is in it"};
    const bool isOne = parts.size() == 1; // whose ids stay
    if (isOne && choices.source) {
        EMBER_ASSIGN_OR_RETURN(parts.front(),
                               onlySource(std::move(parts.front()), *choices.source));
    }
    EMBER_RETURN_IF_ERROR(setSourceUris(parts, choices.sourceUris));
    EMBER_ASSIGN_OR_RETURN(auto all, isOne ? Result(std::move(parts.front())) : combine(parts));
    if (!isOne && choices.source) {
        EMBER_ASSIGN_OR_RETURN(all, onlySource(std::move(all), *choices.source));
    }
    if (choices.isWithoutDuplicates)
        all = tables::withoutDuplicates(std::move(all));
    return all;
}

} // namespace ember::app
