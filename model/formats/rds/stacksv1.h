// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/rds/dataframe.h"

namespace ember::model::rds {

// The location ids of an element of samples$locations, innermost call first; nullptr if it is no
// tibble of one integer column location_id.
inline const tables::Integers *stackOf(const Objects &objects, const Object &element)
{
    const Elements &columns = elementsOf(element);
    if (!objects.inherits(element, "tbl_df") || columns.size() != 1
        || objects.names(element).front() != "location_id"
        || objects[columns.front()].kind != Kind::Integers)
        return nullptr;
    return contentOf<tables::Integers>(objects[columns.front()]);
}

} // namespace ember::model::rds
