// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/lanetext.h"

#include "model/answers/waits.h"
#include "model/profile/samplerows.h"
#include "model/spans/activity.h"
#include "views/canvas/boxcolours.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"
#include "views/text/shortname.h"
#include "views/text/threadtitle.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>
#include <vector>

namespace ember::views {

using namespace model;

namespace {

struct ActivityText {
    Q_DECLARE_TR_FUNCTIONS(Activity)
};

struct Part {
    QString text;
    Nanoseconds time;
};

// Returns whole per cent: a thread's strip is not more exact.
QString shareText(const Part &part, Nanoseconds all)
{
    const double share = static_cast<double>(part.time.count()) / static_cast<double>(all.count());
    return ActivityText::tr("%1 %2", "state, share").arg(part.text, wholePercentText(share));
}

// Returns "waits for a CPU"; empty for Activity::None.
QString activityText(Activity activity)
{
    switch (activity) {
    case Activity::None: break;
    case Activity::Idle: return ActivityText::tr("idle");
    case Activity::Sampled: return ActivityText::tr("sampled");
    case Activity::Running: return ActivityText::tr("running");
    case Activity::Runnable: return ActivityText::tr("waits for a CPU");
    case Activity::Lock: return ActivityText::tr("blocked by a lock");
    case Activity::InputOutput: return ActivityText::tr("blocked in I/O");
    case Activity::Waiting: return ActivityText::tr("waiting");
    }
    return {};
}

enum class Waits : std::uint8_t { Together, Apart };

// Returns how a thread spent its time: "running 41 %, waiting 59 %". All kinds of waits are one
// part, unless `waits` asks for each. Empty if there is no time.
QString activityText(const ActivityTimes &times, Waits waits)
{
    const auto of = [&](Activity activity) { return times.at(std::size_t(activity)); };
    std::vector<Part> parts;
    for (const Activity activity : {Activity::Running, Activity::Sampled})
        parts.push_back({activityText(activity), of(activity)});
    if (waits == Waits::Together) {
        parts.push_back({activityText(Activity::Waiting),
                         of(Activity::Runnable) + of(Activity::Lock) + of(Activity::InputOutput)
                             + of(Activity::Waiting)});
    } else {
        for (const Activity activity :
             {Activity::Runnable, Activity::Lock, Activity::InputOutput, Activity::Waiting})
            parts.push_back({activityText(activity), of(activity)});
    }
    parts.push_back({activityText(Activity::Idle), of(Activity::Idle)});
    Nanoseconds all{};
    for (const Part &part : parts)
        all += part.time;
    QStringList texts;
    for (const Part &part : parts) {
        if (part.time.count() > 0)
            texts << shareText(part, all);
    }
    return texts.join(QStringLiteral(", "));
}

struct LaneText {
    Q_DECLARE_TR_FUNCTIONS(Lane)
};

const QString dot = QStringLiteral(" · ");

std::vector<ThreadIndex> threadsOf(const ViewState &state, const LaneKey &lane)
{
    if (!lane.heads.isValid())
        return {lane.thread};
    return state.threads().order().groups()[lane.heads.row()].threads;
}

TimeRange rangeOf(const ViewState &state)
{
    return state.selection().range().value_or(state.profile().range());
}

} // namespace

Nanoseconds runningOf(const ViewState &state, const LaneKey &lane)
{
    Nanoseconds sum{};
    for (const ThreadIndex thread : threadsOf(state, lane)) {
        const ThreadSpans &spans = state.spans()->thread(thread);
        const auto range = state.selection().range();
        sum += range ? spans.busy.before(*spans.samples, range->end)
                - spans.busy.before(*spans.samples, range->start)
                     : spans.busy.total();
    }
    return sum;
}

bool isSecondRecord(const ViewState &state, const LaneKey &lane)
{
    return state.threads().areSecondRecords(threadsOf(state, lane));
}

QString laneName(const ViewState &state, const LaneKey &lane)
{
    const QString name = lane.heads.isValid()
        ? groupName(state.threads().order().groups()[lane.heads.row()])
        : state.profile().recordings().beside(threadName(*state.spans()->profile(), lane.thread),
                                              lane.thread);
    return isSecondRecord(state, lane) ? recordedTwiceName(name) : name;
}

QStringList laneDetails(const ViewState &state, const LaneKey &lane)
{
    const Profile &profile = *state.spans()->profile();
    QStringList first;
    if (lane.heads.isValid()) {
        first << threadsText(threadsOf(state, lane).size());
    } else {
        const Thread &thread = profile.thread(lane.thread);
        first << fromUtf8(profile.text(thread.id));
        if (thread.isMain)
            first << LaneText::tr("main thread");
        else if (const QString process = processTitle(profile, thread.process); !process.isEmpty())
            first << process;
    }
    ActivityTimes times{};
    for (const ThreadIndex thread : threadsOf(state, lane)) {
        const auto own = state.spans()->thread(thread).activity.within(rangeOf(state), {});
        for (std::size_t activity = 0; activity < activityCount; ++activity)
            times.at(activity) += own.at(activity);
    }
    return {first.join(dot), activityText(times, Waits::Together)};
}

QString moreRowsText(int rows)
{
    return LaneText::tr("%n more row(s)", nullptr, rows);
}

namespace {

QString callChain(const Profile &profile, const std::vector<FrameIndex> &innermostFirst)
{
    constexpr qsizetype longestName = 80;
    QStringList names;
    for (const FrameIndex frame : innermostFirst)
        names << shortened(shortName(fromUtf8(frameName(profile, frame))), Qt::ElideRight,
                           longestName);
    return names.join(QStringLiteral(" ← "));
}

// Returns the innermost calls of a stack: "memcpy ← append ← Log::write".
QString innermost(const Profile &profile, StackIndex stack)
{
    constexpr std::size_t most = 3;
    std::vector<FrameIndex> calls;
    for (; stack != emptyStack && calls.size() < most; stack = profile.stack(stack).parent)
        calls.push_back(profile.stack(stack).frame);
    return callChain(profile, calls);
}

// Returns the user's own function that waits, as the answer names it, and what it called for that:
// "pthread_mutex_lock ← Cache::refill". Without own code: the innermost calls.
QString waitingCalls(const Profile &profile, StackIndex stack)
{
    const WaitCause cause = WaitCauses(profile).find(stack);
    if (!cause.caller.isValid() || profile.frame(cause.caller).inApp != InApp::Yes)
        return innermost(profile, stack);
    FrameIndex called = cause.waiting;
    if (!called.isValid()) { // it waits for something else than another thread
        for (; profile.stack(stack).frame != cause.caller; stack = profile.stack(stack).parent)
            called = profile.stack(stack).frame;
    }
    return called.isValid() ? callChain(profile, {called, cause.caller})
                            : callChain(profile, {cause.caller});
}

QString threadTip(const ViewState &state, ThreadIndex thread, Timestamp time)
{
    const ThreadSpans &spans = state.spans()->thread(thread);
    const Profile &profile = *state.spans()->profile();
    const ThreadTitle title = threadTitle(profile, thread);
    QStringList lines{state.profile().recordings().beside(title.name, thread) + dot
                      + title.details};
    const std::size_t runs = spans.activity.upTo(time);
    if (runs == 0)
        return lines.join(u'\n');
    const ActivityRuns::Run run(runs - 1);
    const Nanoseconds tail = state.profile().period();
    const auto end = spans.activity.end(run, tail);
    const Activity activity = spans.activity.activity(run);
    if (time >= end || activity == Activity::None)
        return lines.join(u'\n');
    lines << LaneText::tr("%1: %2 for %3")
                 .arg(durationText(time - state.profile().origin()), activityText(activity),
                      durationText(end - spans.activity.start(run)));
    const auto next = firstAtOrAfter(*spans.samples, time + Nanoseconds(1)).row();
    if (next > 0) {
        const StackIndex stack = spans.samples->stacks[SampleIndex(next - 1)];
        const bool isWait = activity == Activity::Lock || activity == Activity::InputOutput
            || activity == Activity::Waiting;
        lines << (isWait ? waitingCalls(profile, stack) : innermost(profile, stack));
    }
    lines.removeAll(QString());
    return lines.join(u'\n');
}

QString groupTip(const ViewState &state, const ThreadGroup &group, Timestamp time)
{
    const ThreadTitle title = groupTitle(*state.spans(), group);
    std::array<int, activityCount> counts{};
    for (const ThreadIndex thread : group.threads) {
        const ActivityRuns &runs = state.spans()->thread(thread).activity;
        const auto begun = runs.upTo(time);
        if (begun == 0)
            continue;
        const ActivityRuns::Run run(begun - 1);
        if (time < runs.end(run, state.profile().period()))
            ++counts.at(std::size_t(runs.activity(run)));
    }
    QStringList states;
    for (const Activity activity :
         {Activity::Running, Activity::Sampled, Activity::Runnable, Activity::Lock,
          Activity::InputOutput, Activity::Waiting, Activity::Idle}) {
        if (const int count = counts.at(std::size_t(activity)); count > 0)
            states << LaneText::tr("%1 %2", "number of threads, state")
                          .arg(QString::number(count), activityText(activity));
    }
    QStringList lines{title.name + dot + title.details};
    if (!states.isEmpty())
        lines << durationText(time - state.profile().origin()) + QStringLiteral(": ")
                + states.join(QStringLiteral(", "));
    return lines.join(u'\n');
}

} // namespace

std::vector<ColourMeaning> laneMeanings(const Theme &theme, AreHits areHits)
{
    std::vector<ColourMeaning> meanings;
    for (const Activity activity : laneStates)
        meanings.push_back({activityText(activity), laneColour(theme, activity)});
    if (areHits == AreHits::No)
        return meanings;
    static_assert(laneStates.back() == Activity::Waiting);
    meanings.back().colour.fill = theme.mutedText.rgb();
    meanings.push_back({LaneText::tr("not found or left out"), theme.dimmed});
    return meanings;
}

namespace {

// Returns the times of each activity, over all threads of a lane, of the runs that `runsOf` returns
// for them.
template<typename RunsOf>
ActivityTimes timesOf(const ViewState &state, const LaneKey &lane, RunsOf runsOf)
{
    ActivityTimes times{};
    for (const ThreadIndex thread : threadsOf(state, lane)) {
        const ActivityRuns *runs = runsOf(thread);
        if (!runs)
            continue;
        const auto own = runs->within(state.profile().range(), state.profile().period());
        for (std::size_t activity = 0; activity < activityCount; ++activity)
            times.at(activity) += own.at(activity);
    }
    return times;
}

// Returns the lane's colours and their meanings as rich text; empty if it has only the colour of
// unknown states.
QString laneLegend(const ViewState &state, const LaneKey &lane, std::span<const ActivityRuns> hits)
{
    const auto all = timesOf(
        state, lane, [&](ThreadIndex thread) { return &state.spans()->thread(thread).activity; });
    const auto found = timesOf(state, lane, [&](ThreadIndex thread) {
        return thread.row() < hits.size() ? &hits[thread.row()] : nullptr;
    });
    const auto meanings = laneMeanings(state.theme(), hits.empty() ? AreHits::No : AreHits::Yes);
    QStringList texts;
    const auto add = [&](const ColourMeaning &meaning) {
        texts << QStringLiteral("<span style='color:%1'>■</span>&nbsp;%2")
                     .arg(QColor(meaning.colour.fill).name(),
                          escaped(meaning.text).replace(QLatin1Char(' '), QLatin1String("&nbsp;")));
    };
    bool isRestPale = false;
    for (std::size_t place = 0; place < laneStates.size(); ++place) {
        const auto activity = std::size_t(laneStates.at(place));
        if ((hits.empty() ? all : found).at(activity).count() > 0)
            add(meanings[place]);
        isRestPale = isRestPale || (!hits.empty() && all.at(activity) > found.at(activity));
    }
    if (isRestPale)
        add(meanings.back());
    return texts.join(QStringLiteral("&nbsp;&nbsp; "));
}

} // namespace

QString laneTip(const ViewState &state, const LaneKey &lane, Timestamp time,
                std::span<const ActivityRuns> hits)
{
    QString text = lane.heads.isValid()
        ? groupTip(state, state.threads().order().groups()[lane.heads.row()], time)
        : threadTip(state, lane.thread, time);
    if (isSecondRecord(state, lane))
        text += u'\n' + recordedTwiceTip();
    const QString legend = laneLegend(state, lane, hits);
    return legend.isEmpty() ? tipText(text)
                            : QStringLiteral("<p style='white-space:pre-wrap'>%1</p><p>%2</p>")
                                  .arg(escaped(text), legend);
}

} // namespace ember::views
