// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/threads/threadfigures.h"

#include "model/query/selectedsamples.h"

namespace ember::views {

using namespace model;

std::vector<ThreadFigures> figuresInRange(const SpanTable &spans, TimeRange range)
{
    const Profile &profile = *spans.profile();
    std::vector<ThreadFigures> figures(profile.threadCount());
    Selection selection;
    selection.range = range;
    for (const SamplePiece &piece : selectedPieces(profile, selection)) {
        const ThreadSamples &samples = *piece.samples;
        ThreadFigures &thread = figures[piece.thread.row()];
        // The first may end where the range begins.
        const SampleIndex first(piece.first);
        const SampleIndex second(piece.first + 1);
        const bool isBefore = samples.times[first] < range.start
            && (second.row() < samples.size() ? samples.times[second]
                                              : samples.times[first] + piece.lastDuration)
                <= range.start;
        thread.samples = piece.end - piece.first - (isBefore ? 1 : 0);
        const BusyTime &busy = spans.thread(piece.thread).busy;
        thread.running = busy.before(samples, range.end) - busy.before(samples, range.start);
    }
    return figures;
}

std::vector<ThreadFigures> figuresOf(const SpanTable &spans, const RangeStatistics &statistics)
{
    std::vector<ThreadFigures> figures(spans.profile()->threadCount());
    for (const ThreadShare &thread : statistics.threads)
        figures[thread.thread.row()] = {thread.all.samples, thread.busy};
    return figures;
}

} // namespace ember::views
