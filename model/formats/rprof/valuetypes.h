// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <array>
#include <string_view>

namespace ember::model::rprof {

struct ValueTypeName {
    std::string_view type;
    std::string_view unit;
    ValueKind kind;
};

// The four numbers of memory profiling, as they stand in a line, and what is derived from them.
constexpr std::array<ValueTypeName, 4> memoryTypes{{{"small_v", "cells", ValueKind::Gauge},
                                                    {"big_v", "cells", ValueKind::Gauge},
                                                    {"nodes", "bytes", ValueKind::Gauge},
                                                    {"dup_count", "count", ValueKind::Sum}}};
constexpr std::array<ValueTypeName, 2> derivedTypes{
    {{"alloc_size", "bytes", ValueKind::Sum}, {"dealloc_size", "bytes", ValueKind::Sum}}};
constexpr ValueTypeName countType{"samples", "count", ValueKind::Sum};

// Which of a profile's values go into an Rprof file.
class ValueTypes {
public:
    explicit ValueTypes(const Profile &profile);

    // Invalid: the profile has none.
    ValueTypeIndex count() const { return m_count; }

    const std::array<ValueTypeIndex, 4> &memory() const { return m_memory; }

    // All four are there; else none is written.
    bool hasMemory() const { return m_hasMemory; }

    bool isWritten(ValueTypeIndex type) const;

private:
    ValueTypeIndex m_count;
    std::array<ValueTypeIndex, 4> m_memory;
    std::array<ValueTypeIndex, 2> m_derived;
    bool m_hasMemory = false;
};

} // namespace ember::model::rprof
