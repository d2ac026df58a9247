// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tracing/spantext.h"

#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"
#include "views/text/threadtitle.h"

#include <QCoreApplication>
#include <QStringList>

namespace ember::views {

using namespace model;

namespace {

struct SpanTexts {
    Q_DECLARE_TR_FUNCTIONS(SpanTexts)
};

constexpr std::size_t mostBytes = 2'000; // of a name: more would not be seen

// Returns a text of the profile; empty if it is not known.
QString known(const Profile &profile, StringIndex index)
{
    return index.isValid() ? fromUtf8(profile.text(index).substr(0, mostBytes)) : QString();
}

QString threadText(const Profile &profile, ThreadIndex thread, ProcessIndex process)
{
    if (thread.isValid())
        return threadTitle(profile, thread).name;
    const QString title = process.isValid() ? processTitle(profile, process) : QString();
    return title.isEmpty() ? SpanTexts::tr("thread not known")
                           : SpanTexts::tr("%1, thread not known").arg(title);
}

} // namespace

QString spanLabel(const Profile &profile, const ReportedSpan &span)
{
    const SpanFacts facts = factsOf(profile, span);
    const QString name = known(profile, facts.name);
    const QString op = known(profile, facts.op);
    if (name.isEmpty())
        return op.isEmpty() ? SpanTexts::tr("span without a name") : op;
    return op.isEmpty() || op == name ? name : QString(name + QStringLiteral(" · ") + op);
}

QString laneTitle(const Profile &profile, const SpanLane &lane)
{
    QString title = shortened(threadText(profile, lane.thread, lane.process))
        + QStringLiteral(" · ") + SpanTexts::tr("%n span(s)", nullptr, int(lane.spans));
    if (lane.crowdedOut > 0)
        title += QStringLiteral(" · ")
            + SpanTexts::tr("%n more at the same time", nullptr, int(lane.crowdedOut));
    return title;
}

QString briefText(const Profile &profile, const ReportedSpan &span)
{
    const SpanFacts facts = factsOf(profile, span);
    QStringList parts{spanLabel(profile, span), durationText(span.range.duration())};
    if (hasFailed(profile, span))
        parts << SpanTexts::tr("failed");
    parts << threadText(profile, facts.thread, facts.process);
    return shortened(parts.join(QStringLiteral(", ")));
}

QString spanTip(const Profile &profile, const SpanHit &hit, Timestamp origin)
{
    if (!hit.span)
        return {};
    const SpanFacts facts = factsOf(profile, *hit.span);
    QStringList lines;
    if (hit.count > 1)
        lines << SpanTexts::tr("%n span(s) here, the longest of them:", nullptr, int(hit.count));
    lines << QStringLiteral("<b>%1</b>").arg(escaped(spanLabel(profile, *hit.span)));
    const auto duration = hit.span->range.duration();
    lines << SpanTexts::tr("%1, from %2")
                 .arg(durationText(duration), offsetText(hit.span->range.start - origin, duration));
    const auto add = [&](const QString &text, const QString &value) {
        if (!value.isEmpty())
            lines << text.arg(escaped(value));
    };
    add(hasFailed(profile, *hit.span) ? SpanTexts::tr("failed: %1") : SpanTexts::tr("status: %1"),
        known(profile, facts.status));
    add(SpanTexts::tr("thread: %1"), threadText(profile, facts.thread, facts.process));
    add(SpanTexts::tr("trace: %1"), known(profile, facts.traceId));
    return lines.join(QStringLiteral("<br>"));
}

} // namespace ember::views
