// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tables/tables.h"

#include <QString>

#include <map>
#include <string>

namespace ember::tests {

// Samples per function: within it, and within it or what it calls, each sample once.
struct FunctionTotals {
    std::map<std::string, double> self;
    std::map<std::string, double> total;
    std::size_t deepest = 0;
    std::size_t stacked = 0; // samples that have a stack
};

FunctionTotals totalsOf(const model::tables::Tables &tables);

const QString noEntry = QStringLiteral("no such entry");

// What the tables of a reference file lack of the entry V2_EXPECTED.json has for it: rows, depth,
// sums of values. Empty if nothing; noEntry if there is none.
QString differenceInRows(const model::tables::Tables &tables, const QString &entry);

// Also the top functions, where they are by number of samples.
QString differenceFromExpected(const model::tables::Tables &tables, const QString &entry);

} // namespace ember::tests
