// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/reading.h"

#include "model/core/namelist.h"
#include "model/tables/agreement.h"
#include "model/tables/budget.h"
#include "model/tables/invalidrows.h"
#include "model/tables/threadkeys.h"
#include "model/tables/toprofile.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace ember::model::tables {

bool Reading::saysNoThreads() const
{
    constexpr std::array singleThreaded{"rprof", "manual"};
    const auto mayHaveThreads = [&](StringIndex type) {
        return std::ranges::find(singleThreaded, tables.text(type)) == singleThreaded.end();
    };
    return rowCount(tables.samples) > 0 && rowCount(tables.sampleThreads) == 0
        && std::ranges::any_of(tables.sources.type, mayHaveThreads) && !hasThreadKeys(tables);
}

void leaveOut(Reading &reading, std::string_view table, std::string_view column)
{
    if (reading.leftOut.size() >= mostFindings)
        return;
    const std::string name(table.empty() ? "<no name>" : table);
    reading.leftOut.push_back(name + (column.empty() ? std::string() : '$' + std::string(column)));
    if (reading.findings.size() < mostFindings)
        reading.findings.push_back({Rule::W, Grade::Warning, name, 0,
                                    column.empty()
                                        ? "no table of a profile: it is left out"
                                        : "the column " + std::string(column) + " is left out"});
}

void settle(Reading &reading)
{
    const auto add = [&](std::vector<TableFinding> findings) {
        for (auto &finding : findings) {
            reading.disagreements.push_back(finding.table + ": " + finding.detail);
            reading.findings.push_back(std::move(finding));
        }
    };
    add(dropInvalidRows(reading.tables));
    add(letCoreWin(reading.tables));
}

std::string leftOutText(const std::vector<std::string> &leftOut)
{
    return leftOut.empty() ? std::string() : "left out: " + nameList(leftOut);
}

Result<void> checkRules(const Reading &reading)
{
    auto errors = errorSummary(reading.findings);
    if (!errors.empty())
        return Error{ErrorCode::SyntaxError, {}, std::move(errors)};
    return {};
}

Result<std::vector<ProfilePointer>> profilesOf(const Reading &reading, std::size_t fileBytes)
{
    EMBER_RETURN_IF_ERROR(checkRules(reading));
    EMBER_RETURN_IF_ERROR(checkBudget(reading.tables, fileBytes));
    if (!hasFewKinds(reading.tables, mostProfiles))
        return Error{ErrorCode::FileTooBig,
                     {},
                     "sources: what they have values of makes more than "
                         + std::to_string(mostProfiles) + " profiles of them"};
    auto profiles = profilesOf(reading.tables);
    if (profiles.empty())
        return Error{ErrorCode::NothingToShow, {}, "the table sources has no rows"};
    return profiles;
}

} // namespace ember::model::tables
