// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tables/tables.h"

namespace ember::model {

// Makes JSON cells of tables valid: attributes that are not JSON become JSON strings, cells that
// should be objects and are not are dropped. Later code may then copy them into documents
// unchecked.
void makeJsonValid(tables::Tables &tables);

} // namespace ember::model
