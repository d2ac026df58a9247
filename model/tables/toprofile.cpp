// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/toprofile.h"

#include "model/tables/eras.h"
#include "model/tables/names.h"
#include "model/tables/profilemaker.h"
#include "model/tables/samplekinds.h"

#include <algorithm>
#include <set>
#include <utility>

namespace ember::model::tables {

namespace {

// What the times of each source, by row, count from.
std::vector<TimeOrigin> originsOf(const Tables &tables, const Keys &keys)
{
    std::vector<TimeOrigin> origins(rowCount(tables.sources), TimeOrigin::None);
    const auto &values = tables.sampleValues;
    for (std::size_t row = 0; row < rowCount(values); ++row) {
        if (!isTime(tables, values.type[row], values.unit[row]))
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

using ValueTypes = std::set<std::pair<StringIndex, StringIndex>>; // types and their units

// What the samples of each source, by row, have values of: as it is listed, else as they are.
std::vector<ValueTypes> valueTypesOf(const Tables &tables, const Keys &keys)
{
    std::vector<ValueTypes> types(rowCount(tables.sources));
    const auto &listed = tables.valueTypes;
    for (std::size_t row = 0; row < rowCount(listed); ++row) {
        if (const auto source = keys.sources.find(listed.source[row]))
            types[*source].emplace(listed.type[row], listed.unit[row]);
    }
    std::vector<bool> isListed;
    for (const auto &own : types)
        isListed.push_back(!own.empty());
    const auto &values = tables.sampleValues;
    for (std::size_t row = 0; row < rowCount(values); ++row) {
        const auto sample = keys.samples.find(values.sample[row]);
        const auto source = sample ? keys.sources.find(tables.samples.source[*sample])
                                   : std::optional<std::size_t>();
        if (source && !isListed[*source])
            types[*source].emplace(values.type[row], values.unit[row]);
    }
    return types;
}

// What sources have in common that are one profile. Samples in time are all worth their time;
// others only what their values say, which cannot be compared with values of other types.
struct Kind {
    TimeOrigin origin = TimeOrigin::None;
    ValueTypes types; // without time only
    std::size_t era = 0; // on one axis

    friend bool operator==(const Kind &, const Kind &) = default;
};

std::vector<Kind> kindsOf(const Tables &tables, const Keys &keys)
{
    std::vector<Kind> kinds;
    const auto origins = originsOf(tables, keys);
    const auto eras = erasOf(tables, keys, origins);
    for (std::size_t source = 0; source < origins.size(); ++source)
        kinds.push_back(
            {origins[source], {}, origins[source] == TimeOrigin::UnixEpoch ? eras[source] : 0});
    const bool hasUntimed =
        std::ranges::find(kinds, TimeOrigin::None, &Kind::origin) != kinds.end();
    const auto types = hasUntimed ? valueTypesOf(tables, keys) : std::vector<ValueTypes>();
    for (std::size_t source = 0; source < types.size(); ++source) {
        if (kinds[source].origin == TimeOrigin::None)
            kinds[source].types = types[source];
    }
    return kinds;
}

// Those of one origin in the order of their first sources; some of them, if there are more than
// `most`.
std::vector<Kind> inOrder(std::vector<Kind> kinds, std::size_t most)
{
    std::vector<Kind> once;
    for (auto &kind : kinds) {
        if (once.size() <= most && std::ranges::find(once, kind) == once.end())
            once.push_back(std::move(kind));
    }
    std::ranges::stable_sort(once, {}, &Kind::origin);
    return once;
}

} // namespace

bool hasFewKinds(const Tables &tables, std::size_t most)
{
    return rowCount(tables.sources) <= most
        || inOrder(kindsOf(tables, Keys(tables)), most).size() <= most;
}

std::vector<ProfilePointer> profilesOf(const Tables &tables)
{
    const Keys keys(tables);
    const auto kinds = kindsOf(tables, keys);
    std::vector<ProfilePointer> profiles;
    for (const auto &kind : inOrder(kinds, kinds.size())) {
        std::vector<bool> isMember;
        for (const auto &own : kinds)
            isMember.push_back(own == kind);
        profiles.push_back(ProfileMaker(tables, keys, kind.origin, isMember).make());
    }
    return profiles;
}

} // namespace ember::model::tables
