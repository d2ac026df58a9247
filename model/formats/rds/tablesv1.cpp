// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rds/tablesv1.h"

#include "model/formats/rds/dataframe.h"
#include "model/formats/rds/stacksv1.h"

#include <algorithm>

namespace ember::model::rds {

namespace {

using tables::Integers;
using tables::TablesV1;
using tables::Texts;

template<typename Table>
void readTable(const Objects &objects, const Object &data, Table &table)
{
    const NamedList columns(objects, data);
    forEachColumn(table, [&](const tables::Field &field, auto &column) {
        using Content = std::remove_reference_t<decltype(column)>;
        if (const auto *const own = contentOf<Content>(columns[field.name]))
            column = *own;
    });
}

tables::OriginV1 originOf(const NamedList &components)
{
    const auto has = [&](std::string_view name) {
        return std::ranges::find(components.names(), name) != components.names().end();
    };
    if (has(".rprof"))
        return tables::OriginV1::Rprof;
    return has(".msg") ? tables::OriginV1::Pprof : tables::OriginV1::Manual;
}

} // namespace

Result<tables::Tables> tablesV1(const Objects &objects, const Object &data, std::uint64_t budget)
{
    const NamedList components(objects, data);
    TablesV1 old;
    old.strings = objects.strings;
    const NamedList samples(objects, components[std::string_view("samples")]);
    if (const auto *const values = contentOf<Integers>(samples[std::string_view("value")]))
        old.sampleCounts = *values;
    for (const auto element : elementsOf(samples[std::string_view("locations")])) {
        if (const auto *const stack = stackOf(objects, objects[element]))
            old.stackLocations.insert(old.stackLocations.end(), stack->begin(), stack->end());
        old.stackEnds.push_back(static_cast<std::int32_t>(old.stackLocations.size()));
    }
    readTable(objects, components[std::string_view("locations")], old.locations);
    readTable(objects, components[std::string_view("functions")], old.functions);
    return fromV1(old, originOf(components), budget);
}

} // namespace ember::model::rds
