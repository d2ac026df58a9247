// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tables/tables.h"

namespace ember::model {

// Attributes that are no JSON become JSON strings; what is not the JSON object it should be is
// left out. Everybody else may put these texts into documents as they are.
void makeJsonValid(tables::Tables &tables);

} // namespace ember::model
