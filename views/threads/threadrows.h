// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/threadstatistics.h"

#include <QString>

#include <optional>
#include <vector>

namespace ember::views {

// A row of the thread selector; computed off the UI thread.
struct ThreadRow {
    model::ThreadStatistics statistics;
    QString
        name; // with its recording if there are several, with id and process if it is not unique
    QString id;
    QString process;
    QString formerNames; // "bash, sh"
    std::optional<std::uint32_t> priority;
    std::optional<model::Timestamp> start;
    std::vector<float> activity; // 0 … 1, over the profile's time
};

// Returns a row per thread, busiest first.
std::vector<ThreadRow> threadRows(const model::SpanTable &spans);

// Returns the sums of rows: samples, running time and activity. Activity is scaled down if its
// highest sum exceeds that of one thread.
ThreadRow sumOf(const std::vector<const ThreadRow *> &rows);

} // namespace ember::views
