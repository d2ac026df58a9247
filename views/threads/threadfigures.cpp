// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/threads/threadfigures.h"

#include "model/query/selectedsamples.h"
#include "views/state/sumsquery.h"
#include "views/state/viewselection.h"

#include <utility>

namespace ember::views {

using namespace model;

namespace {

// Whether filters change the threads' figures. Leaving out idle waits does not: these count for
// threads.
bool isNarrowed(const Selection &selection)
{
    return selection.counted == Counted::Running || selection.counted == Counted::Waiting
        || !selection.filters.empty();
}

} // namespace

std::vector<ThreadFigures> figuresInRange(const SpanTable &spans, TimeRange range)
{
    const Profile &profile = *spans.profile();
    std::vector<ThreadFigures> figures(profile.threadCount());
    Selection selection;
    selection.range = range;
    for (const SamplePiece &piece : selectedPieces(profile, selection)) {
        const ThreadSamples &samples = *piece.samples;
        ThreadFigures &thread = figures[piece.thread.row()];
        // The first sample may end where the range begins; then it does not count.
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

ThreadFiguresQuestion::ThreadFiguresQuestion(const OpenProfile &profile,
                                             const ViewSelection &selection, const SumsQuery &sums,
                                             const QWidget &panel)
    : m_profile(profile),
      m_sums(sums),
      m_panel(panel),
      m_profileSerial(profile.serial()),
      m_job(
          this, [this] { return work(); },
          [this](const std::vector<ThreadFigures> &figures) { emit answered(figures, scope()); })
{
    connect(&profile, &OpenProfile::changed, this, &ThreadFiguresQuestion::followProfile);
    connect(&selection, &ViewSelection::rangeChanged, this, &ThreadFiguresQuestion::ask);
    connect(&sums, &SumsQuery::changed, this, &ThreadFiguresQuestion::ask);
}

QString ThreadFiguresQuestion::scope() const
{
    const Selection selection = m_sums.selection();
    const bool isFiltered = isNarrowed(selection);
    if (selection.range == TimeRange::everything())
        return isFiltered ? tr("of what the filters leave") : QString();
    return isFiltered ? tr("of what the filters leave in the selected range")
                      : tr("of the selected range");
}

void ThreadFiguresQuestion::ask()
{
    if (scope().isEmpty()) {
        m_job.drop();
        emit answered({}, {});
    } else if (m_panel.isVisible()) {
        m_job.askAnew();
    }
}

void ThreadFiguresQuestion::followProfile()
{
    if (m_profileSerial != m_profile.serial()) {
        m_profileSerial = m_profile.serial();
        m_job.drop();
        m_growing = {};
        emit answered({}, {});
        ask();
    } else if (m_panel.isVisible() && !scope().isEmpty()) {
        m_job.refresh();
    }
}

ThreadFiguresQuestion::Job::Work ThreadFiguresQuestion::work()
{
    if (!m_profile.spans() || scope().isEmpty())
        return {};
    Selection selection = m_sums.selection();
    selection.threads.clear();
    if (!isNarrowed(selection))
        return [spans = m_profile.spans(), range = selection.range] {
            return figuresInRange(*spans, range);
        };
    if (const auto &weigher = m_sums.weigher(); m_growing.weigher != weigher)
        m_growing = {weigher, std::make_shared<GrowingRangeStatistics>()};
    return [spans = m_profile.spans(), growing = m_growing, selection] {
        const ProfilePointer &profile = spans->profile();
        return figuresOf(
            *spans,
            growing.statistics->read(*profile, selection,
                                     growing.weigher->stacksLeft(profile, selection.filters)));
    };
}

} // namespace ember::views
