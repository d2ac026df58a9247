// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/reading.h"

#include "model/tables/toprofile.h"

#include <utility>

namespace ember::model::tables {

Result<void> checkRules(const Reading &reading)
{
    auto errors = errorSummary(reading.findings);
    if (!errors.empty())
        return Error{ErrorCode::SyntaxError, {}, std::move(errors)};
    return {};
}

Result<std::vector<ProfilePointer>> profilesOf(const Reading &reading)
{
    EMBER_RETURN_IF_ERROR(checkRules(reading));
    auto profiles = profilesOf(reading.tables);
    if (profiles.empty())
        return Error{ErrorCode::NothingToShow, {}, "the table sources has no rows"};
    return profiles;
}

} // namespace ember::model::tables
