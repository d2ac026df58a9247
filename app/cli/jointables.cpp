// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/jointables.h"

#include "model/tables/combine.h"
#include "model/tables/reduce.h"
#include "model/tables/rowsbyid.h"

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

} // namespace

Result<tables::Tables> joined(std::vector<OpenedTables> opened, const TableChoices &choices)
{
    EMBER_ASSIGN_OR_RETURN(auto parts, checked(std::move(opened)));
    if (parts.empty())
        return Error{ErrorCode::NothingToShow, {}, "no profile is in it"};
    EMBER_RETURN_IF_ERROR(setSourceUris(parts, choices.sourceUris));
    const bool isOne = parts.size() == 1; // whose ids stay
    EMBER_ASSIGN_OR_RETURN(auto all, isOne ? Result(std::move(parts.front())) : combine(parts));
    if (choices.source) {
        EMBER_ASSIGN_OR_RETURN(all, onlySource(std::move(all), *choices.source));
    }
    if (choices.isWithoutDuplicates)
        all = tables::withoutDuplicates(std::move(all));
    return all;
}

} // namespace ember::app
