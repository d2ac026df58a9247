// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/threads/threadrows.h"

#include "views/state/recordings.h"
#include "views/text/durationtext.h"
#include "views/text/threadtitle.h"

#include <QHash>

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

constexpr std::size_t sparklineBuckets = 60;

// Appends `detail` to names that are not unique, unless they end in it, as names made of an id do.
void tellApartBy(QString ThreadRow::*detail, std::vector<ThreadRow> &rows)
{
    QHash<QString, int> counts;
    for (const ThreadRow &row : rows)
        ++counts[row.name];
    for (ThreadRow &row : rows) {
        const QString &text = row.*detail;
        if (counts.value(row.name) > 1 && !text.isEmpty() && !row.name.endsWith(u' ' + text))
            row.name += QStringLiteral(" · ") + text;
    }
}

// Makes names unique: unnamed threads all have the program's name, and several processes may have
// equal ids.
void tellApart(std::vector<ThreadRow> &rows)
{
    tellApartBy(&ThreadRow::id, rows);
    tellApartBy(&ThreadRow::process, rows);
}

} // namespace

std::vector<ThreadRow> threadRows(const SpanTable &spans)
{
    const Profile &profile = *spans.profile();
    const auto statistics = threadStatistics(spans);
    const auto names = formerNames(profile);
    const RecordingNames recordings(profile);
    std::vector<ThreadRow> rows;
    rows.reserve(statistics.size());
    for (const ThreadIndex index : threadsByActivity(spans)) {
        const Thread &thread = profile.thread(index);
        ThreadRow row{.statistics = statistics[index.row()],
                      .name = recordings.beside(threadName(profile, index), index),
                      .id = fromUtf8(profile.text(thread.id)),
                      .process = processTitle(profile, thread.process),
                      .formerNames = formerNamesText(profile, names, index),
                      .priority = thread.priority,
                      .start = thread.start,
                      .activity = {}};
        if (row.statistics.samples > 0) {
            if (!row.start)
                row.start = profile.samples(index).times[SampleIndex(0)];
            row.activity =
                threadActivity(spans.thread(index), profile.timeRange(), sparklineBuckets);
        }
        rows.push_back(std::move(row));
    }
    tellApart(rows);
    return rows;
}

ThreadRow sumOf(const std::vector<const ThreadRow *> &rows)
{
    ThreadRow sum;
    for (const ThreadRow *row : rows) {
        sum.statistics.samples += row->statistics.samples;
        sum.statistics.running += row->statistics.running;
        sum.activity.resize(std::max(sum.activity.size(), row->activity.size()));
        for (std::size_t bucket = 0; bucket < row->activity.size(); ++bucket)
            sum.activity[bucket] += row->activity[bucket];
    }
    if (sum.activity.empty())
        return sum;
    const float most = std::max(1.0F, *std::ranges::max_element(sum.activity));
    for (float &share : sum.activity)
        share /= most;
    return sum;
}

} // namespace ember::views
