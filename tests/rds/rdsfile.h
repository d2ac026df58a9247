// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/rds/rdsreader.h"

#include <QString>

#include <string_view>

namespace ember::tests {

// What the room reads of a file, whichever way it is compressed.
model::Result<model::tables::Reading> readRds(const QString &path);
model::Result<model::tables::Reading> readRdsBytes(std::string_view bytes);

// Every cell of the seven tables, a row per line; texts in place of their indices.
QString cellsOf(const model::tables::Tables &tables);

} // namespace ember::tests
