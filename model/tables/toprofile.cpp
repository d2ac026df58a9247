// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/toprofile.h"

#include "model/tables/names.h"
#include "model/tables/profilemaker.h"

#include <algorithm>

namespace ember::model::tables {

namespace {

// What the times of each source, by row, count from.
std::vector<TimeOrigin> originsOf(const Tables &tables, const Keys &keys)
{
    std::vector<TimeOrigin> origins(rowCount(tables.sources), TimeOrigin::None);
    const auto &values = tables.sampleValues;
    for (std::size_t row = 0; row < rowCount(values); ++row) {
        if (tables.text(values.type[row]) != timeType || tables.text(values.unit[row]) != timeUnit)
            continue;
        if (const auto sample = keys.samples.find(values.sample[row])) {
            if (const auto source = keys.sources.find(tables.samples.source[*sample]))
                origins[*source] = TimeOrigin::UnixEpoch;
        }
    }
    const auto &details = tables.sourceDetails;
    for (std::size_t row = 0; row < rowCount(details); ++row) {
        const auto source = keys.sources.find(details.source[row]);
        const auto origin = placeOf(timeOriginNames, tables.text(details.timeOrigin[row]));
        if (source && origin)
            origins[*source] = static_cast<TimeOrigin>(*origin);
    }
    return origins;
}

} // namespace

std::vector<ProfilePointer> profilesOf(const Tables &tables)
{
    const Keys keys(tables);
    const auto origins = originsOf(tables, keys);
    std::vector<ProfilePointer> profiles;
    for (const auto origin : {TimeOrigin::UnixEpoch, TimeOrigin::ProfileStart, TimeOrigin::None}) {
        std::vector<bool> isMember;
        for (const auto own : origins)
            isMember.push_back(own == origin);
        if (std::ranges::find(isMember, true) != isMember.end())
            profiles.push_back(ProfileMaker(tables, keys, origin, isMember).make());
    }
    return profiles;
}

} // namespace ember::model::tables
