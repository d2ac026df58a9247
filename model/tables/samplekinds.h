// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tables/names.h"
#include "model/tables/tables.h"

// What the type and the unit of a row of sample_values say of it, beside threadkeys.h.
namespace ember::model::tables {

inline bool isTime(const Tables &tables, StringIndex type, StringIndex unit)
{
    return tables.text(type) == timeType && tables.text(unit) == timeUnit;
}

inline bool isSampleCount(const Tables &tables, StringIndex type, StringIndex unit)
{
    return tables.text(type) == sampleType && tables.text(unit) == sampleUnit;
}

} // namespace ember::model::tables
