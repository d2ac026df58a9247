// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rprof/valuetypes.h"

#include <algorithm>

namespace ember::model::rprof {

namespace {

ValueTypeIndex typeOf(const Profile &profile, const ValueTypeName &name)
{
    const auto &types = profile.tables().valueTypes;
    for (std::size_t row = 0; row < types.size(); ++row) {
        const ValueType &own = types[ValueTypeIndex(row)];
        if (profile.text(own.type) == name.type && profile.text(own.unit) == name.unit)
            return ValueTypeIndex(row);
    }
    return {};
}

} // namespace

ValueTypes::ValueTypes(const Profile &profile) : m_count(typeOf(profile, countType))
{
    const auto find = [&](const ValueTypeName &name) { return typeOf(profile, name); };
    std::ranges::transform(memoryTypes, m_memory.begin(), find);
    std::ranges::transform(derivedTypes, m_derived.begin(), find);
    m_hasMemory = std::ranges::all_of(m_memory, &ValueTypeIndex::isValid);
}

bool ValueTypes::isWritten(ValueTypeIndex type) const
{
    const auto isOneOf = [&](const auto &types) {
        return std::ranges::find(types, type) != types.end();
    };
    return type == m_count || (m_hasMemory && (isOneOf(m_memory) || isOneOf(m_derived)));
}

} // namespace ember::model::rprof
