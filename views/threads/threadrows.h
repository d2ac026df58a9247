// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/threadstatistics.h"

#include <QString>

#include <optional>
#include <vector>

namespace ember::views {

// A thread as the selector shows it; computed off the UI thread.
struct ThreadRow {
    model::ThreadStatistics statistics;
    QString name; // with id and process where others have the same
    QString id;
    QString process;
    QString formerNames; // "bash, sh"
    std::optional<std::uint32_t> priority;
    std::optional<model::Timestamp> start;
    std::vector<float> activity; // 0 … 1 over the profile's time
};

// One per thread, busiest first.
std::vector<ThreadRow> threadRows(const model::SpanTable &spans);

// Samples, running time and activity of all of them; where they did more than one could, all its
// activity is as much lower.
ThreadRow sumOf(const std::vector<const ThreadRow *> &rows);

} // namespace ember::views
