// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/blametext.h"

#include "model/profile/samplerows.h"
#include "model/query/threadstatistics.h"
#include "views/text/durationtext.h"

#include <QCoreApplication>

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

struct SlowFrameText {
    Q_DECLARE_TR_FUNCTIONS(SlowFrameText)
};

QString blameText(const SpanTable &spans, const SlowFrame &frame, const FrameBlame &blame)
{
    TimeRange call = rangeOf(spans, blame.call);
    if (blame.reach == BlameReach::Beyond)
        call = {std::max(call.start, frame.range.start), std::min(call.end, frame.range.end)};
    const auto took = call.duration();
    const QString name = fromUtf8(frameName(*spans.profile(), frameOf(spans, blame.call)));
    if (frame.range.isEmpty()) // there is no duration to have a share of
        return QStringLiteral("%1  (%2)").arg(name, durationText(took));
    const double share =
        static_cast<double>(took.count()) / static_cast<double>(frame.range.duration().count());
    const QString text =
        QStringLiteral("%1  (%2, %3)").arg(name, durationText(took), percentText(share));
    return blame.reach == BlameReach::Within
        ? text
        : SlowFrameText::tr("%1, lasts beyond the frame").arg(text);
}

} // namespace

QString unblamedText(const SpanTable &spans, const SlowFrame &frame)
{
    const ThreadIndex thread = drawingThread(*spans.profile(), frame.process);
    if (!thread.isValid())
        return SlowFrameText::tr("no thread of its process has samples");
    const ThreadSamples &samples = spans.profile()->samples(thread);
    const SampleIndex first = firstAtOrAfter(samples, frame.range.start);
    const SampleIndex end = firstAtOrAfter(samples, frame.range.end);
    if (first == end)
        return SlowFrameText::tr("no sample of the thread in it");
    bool hasCalls = false;
    for (std::size_t row = first.row(); row < end.row() && !hasCalls; ++row)
        hasCalls = samples.stacks[SampleIndex(row)] != emptyStack;
    if (!hasCalls)
        return SlowFrameText::tr("the thread was in no call");
    const ThreadStates states = threadStates(samples, first, end);
    if (states.blocked == end.row() - first.row())
        return SlowFrameText::tr("the thread only waited");
    return SlowFrameText::tr("no call that lasted half of it");
}

QString paceText(FramePace pace)
{
    return pace == FramePace::Frozen ? SlowFrameText::tr("frozen") : SlowFrameText::tr("slow");
}

std::vector<DetailRow> blameDetails(const SpanTable &spans, const SlowFrame &frame,
                                    const std::optional<FrameBlame> &blame)
{
    std::vector<DetailRow> rows{
        {SlowFrameText::tr("Frame"),
         QStringLiteral("%1, %2").arg(durationText(frame.range.duration()), paceText(frame.pace))}};
    if (!blame)
        rows.push_back({SlowFrameText::tr("Blamed call"), unblamedText(spans, frame)});
    else if (blame->code == BlameCodeOf::User)
        rows.push_back({SlowFrameText::tr("Blamed call"), blameText(spans, frame, *blame)});
    else
        rows.push_back(
            {SlowFrameText::tr("Blamed call"),
             SlowFrameText::tr("%1, no code of your own").arg(blameText(spans, frame, *blame))});
    const ThreadIndex thread = drawingThread(*spans.profile(), frame.process);
    if (!thread.isValid())
        return rows;
    const ThreadSamples &samples = spans.profile()->samples(thread);
    const QString states = stateText(samples, firstAtOrAfter(samples, frame.range.start),
                                     firstAtOrAfter(samples, frame.range.end));
    if (!states.isEmpty())
        rows.push_back({SlowFrameText::tr("The thread was"), states});
    return rows;
}

} // namespace ember::views
