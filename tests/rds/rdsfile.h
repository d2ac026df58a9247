// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/rds/reader.h"

#include <QString>

#include <map>
#include <string>

namespace ember::tests {

// What the room reads of a file, whichever way it is compressed.
model::Result<model::rds::Reading> readRds(const QString &path);
model::Result<model::rds::Reading> readRdsBytes(std::string_view bytes);

// Every cell of the seven tables, a row per line; texts in place of their indices.
QString cellsOf(const model::tables::Tables &tables);

// Samples per function: within it, and within it or what it calls, each sample once.
struct FunctionTotals {
    std::map<std::string, double> self;
    std::map<std::string, double> total;
    std::size_t deepest = 0;
    std::size_t stacked = 0; // samples that have a stack
};

FunctionTotals totalsOf(const model::tables::Tables &tables);

} // namespace ember::tests
