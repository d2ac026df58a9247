// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/reading.h"

#include "model/tables/budget.h"
#include "model/tables/toprofile.h"

#include <string>
#include <utility>

namespace ember::model::tables {

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
