// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/frametext.h"

#include "model/profile/labels.h"
#include "model/query/gilwaits.h"
#include "model/query/namelesstime.h"
#include "model/query/stoptimes.h"
#include "model/query/threadstatistics.h"
#include "views/boxes/boxreference.h"
#include "views/boxes/callfigures.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"
#include "views/text/threadtitle.h"

#include <QCoreApplication>
#include <QDir>

#include <algorithm>
#include <functional>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace ember::views {

using namespace model;

namespace {

struct FrameText {
    Q_DECLARE_TR_FUNCTIONS(FrameText)
};

constexpr qsizetype longestLabels = 200; // of one sample

QString inAppText(InApp inApp)
{
    switch (inApp) {
    case InApp::Yes: return FrameText::tr("application");
    case InApp::No: return FrameText::tr("system");
    case InApp::Unset: return {};
    }
    return {};
}

QString hexText(std::uint64_t number)
{
    return QStringLiteral("0x") + QString::number(static_cast<qulonglong>(number), 16);
}

Nanoseconds threadDuration(const SpanTable &spans, ThreadIndex thread)
{
    const auto &times = spans.profile()->samples(thread).times;
    return times.isEmpty() ? Nanoseconds{} : times.back() - times[SampleIndex(0)];
}

// Returns the uncertainty of a call's ends: its first and last sample are known, but not when it
// really began and ended.
QString uncertaintyText(Nanoseconds period)
{
    return QStringLiteral("± %1").arg(durationText(period));
}

QString boxStateText(const SpanTable &spans, const BoxReference &box)
{
    const Box &call = boxAt(spans, box);
    return stateText(spans.profile()->samples(box.thread), call.first, call.end);
}

// Returns how much of the call waits for the global lock of Python or Ruby, and for which threads;
// empty if none does.
QString gilText(const SpanTable &spans, const BoxReference &box)
{
    constexpr std::size_t shownHolders = 3;
    const Box &call = boxAt(spans, box);
    const auto waits = gilWaits(*spans.recorded(), box.thread, call.first, call.end);
    if (waits.samples == 0)
        return {};
    QStringList holders;
    for (const auto &holder :
         std::span(waits.holders).first(std::min(waits.holders.size(), shownHolders)))
        holders << FrameText::tr("%1 (%2)", "a thread and its samples")
                       .arg(threadTitle(*spans.profile(), holder.thread).name,
                            samplesText(holder.samples));
    const QString share = percentText(static_cast<double>(waits.samples)
                                      / static_cast<double>(samplesOf(spans, box)));
    return holders.isEmpty()
        ? share
        : FrameText::tr("%1, held by %2").arg(share, holders.join(QStringLiteral(", ")));
}

// Returns in how many of its samples the call was not found, but taken over from the samples around
// them.
QString filledInText(const SpanTable &spans, const BoxReference &box)
{
    if (!spans.hasBridges(box.thread))
        return {};
    const Box &call = boxAt(spans, box);
    std::uint64_t count = 0;
    for (auto row = call.first.row(); row < call.end.row(); ++row)
        count += spans.bridgedCallers(box.thread, SampleIndex(row)) > box.depth ? 1U : 0U;
    return count == 0
        ? QString()
        : FrameText::tr("%1: the samples before and after have this call").arg(samplesText(count));
}

// Returns the labels of the call's samples, the most frequent first: "goroutine=18 90 %"; empty
// without any. They are text from the file: show them as plain text.
QString labelsText(const SpanTable &spans, const BoxReference &box)
{
    constexpr std::size_t shownSets = 3;
    const Profile &profile = *spans.profile();
    const Box &call = boxAt(spans, box);
    const auto &labels = profile.samples(box.thread).labels;
    std::map<StringIndex, std::uint64_t> counts;
    const auto end = std::min(call.end.row(), labels.size());
    for (auto row = call.first.row(); row < end;) {
        const auto first = row;
        const auto set = labels[SampleIndex(first)];
        while (row < end && labels[SampleIndex(row)] == set)
            ++row;
        if (set.isValid())
            counts[set] += row - first;
    }
    std::vector<std::pair<std::uint64_t, StringIndex>> sets;
    for (const auto &[set, count] : counts)
        sets.emplace_back(count, set);
    std::ranges::sort(sets, std::greater());
    QStringList parts;
    for (const auto &[count, set] : std::span(sets).first(std::min(sets.size(), shownSets))) {
        QStringList names;
        for (const auto &label : labelsOf(profile.text(set)))
            names << fromUtf8(labelText(label) + (label.unit.empty() ? "" : " ") + label.unit);
        const auto whole = samplesOf(spans, box);
        parts << shortened(names.join(QStringLiteral(", ")), Qt::ElideRight, longestLabels)
                + (count == whole ? QString()
                                  : QStringLiteral(" ")
                           + percentText(static_cast<double>(count) / static_cast<double>(whole)));
    }
    if (sets.size() > shownSets)
        parts << FrameText::tr("%1 more", "of labels").arg(countText(sets.size() - shownSets));
    return parts.join(QStringLiteral("; "));
}

// Returns how long the recorder stopped the thread in this call; empty if it never did.
QString stopText(const SpanTable &spans, const BoxReference &box)
{
    const Box &call = boxAt(spans, box);
    const auto stops = stopTimes(spans.profile()->samples(box.thread), call.first, call.end);
    if (stops.stops == 0)
        return {};
    if (stops.stops == 1)
        return FrameText::tr("%1, in one stop").arg(durationText(stops.total));
    return FrameText::tr("%1, in %2 stops, the longest %3")
        .arg(durationText(stops.total), countText(stops.stops), durationText(stops.longest));
}

} // namespace

QString stateText(const ThreadSamples &samples, SampleIndex first, SampleIndex end)
{
    constexpr std::size_t shownCalls = 3;
    const auto states = threadStates(samples, first, end);
    QStringList parts;
    const auto share = [&](std::uint64_t count) {
        return percentText(static_cast<double>(count) / static_cast<double>(states.known()));
    };
    if (states.running > 0)
        parts << FrameText::tr("running %1").arg(share(states.running));
    if (states.runnable > 0)
        parts << FrameText::tr("waiting for a CPU %1").arg(share(states.runnable));
    std::uint64_t others = states.blocked;
    for (std::size_t i = 0; i < std::min(shownCalls, states.blockedIn.size()); ++i) {
        const auto &[waitedIn, count] = states.blockedIn[i];
        if (waitedIn == noSystemCall)
            continue;
        parts << FrameText::tr("blocked in %1 %2")
                     .arg(fromUtf8(systemCallText(waitedIn)), share(count));
        others -= count;
    }
    if (others > 0)
        parts << FrameText::tr("blocked %1").arg(share(others));
    return parts.join(QStringLiteral(", "));
}

QString recursionText(std::uint32_t level)
{
    return level < 2 ? QString()
                     : FrameText::tr("recursion: its function's call number %1 on the way here")
                           .arg(countText(level));
}

QString callsText(std::uint64_t calls)
{
    return calls == 0 ? QString() : pluralText(calls, [](int number) {
        return FrameText::tr("its function: %Ln call(s) in all", nullptr, number);
    });
}

QString bridgedCallersText()
{
    return FrameText::tr("callers taken from the samples before and after: the recorder did not "
                         "find its own");
}

QString unknownCallersText(const SpanTable &spans, const BoxReference &box)
{
    const Profile &profile = *spans.profile();
    const auto sample = boxAt(spans, box).first;
    if (box.depth > 0 && spans.bridgedCallers(box.thread, sample) == box.depth)
        return bridgedCallersText();
    const auto stack = profile.samples(box.thread).stacks[sample];
    const auto frame = box.depth == 0 ? cutFrame(profile, stack) : std::nullopt;
    if (!frame)
        return {};
    const auto module = moduleName(profile, *frame);
    return module.empty() || module == madeCodePackage
        ? FrameText::tr("callers unknown: the recorder found no way out of code made at run time")
        : FrameText::tr("callers unknown: the recorder found no way out of %1")
              .arg(fromUtf8(module));
}

QString cleanedPath(const QString &path)
{
    const bool isClean =
        !path.contains(QLatin1String("/../")) && !path.contains(QLatin1String("/./"));
    const bool isUrl = path.contains(QLatin1String("://"));
    return isClean || isUrl ? path : QDir::cleanPath(path);
}

QString placeText(const Profile &profile, FrameIndex index)
{
    const Frame &frame = profile.frame(index);
    if (!frame.function.isValid())
        return {};
    const Function &function = profile.function(frame.function);
    QString file = fromUtf8(profile.text(function.file));
    if (file.isEmpty())
        file = fromUtf8(profile.text(function.absPath));
    file = cleanedPath(file);
    if (file.isEmpty() || frame.line == 0)
        return file;
    return QStringLiteral("%1:%2").arg(file).arg(frame.line);
}

Nanoseconds ownTime(const SpanTable &spans, const BoxReference &box)
{
    auto own = rangeOf(spans, box).duration();
    const Box outer = boxAt(spans, box);
    for (auto callee = firstCalleeOf(spans, box); callee && boxAt(spans, *callee).first < outer.end;
         callee = siblingOf(spans, *callee, Direction::Forward))
        own -= rangeOf(spans, *callee).duration();
    return own;
}

QString toolTipText(const SpanTable &spans, const BoxReference &box, Nanoseconds period)
{
    const Profile &profile = *spans.profile();
    const FrameIndex frame = frameOf(spans, box);
    const auto duration = rangeOf(spans, box).duration();
    const QString name = escaped(fromUtf8(frameName(profile, frame)));
    const QString module = escaped(fromUtf8(moduleName(profile, frame)));
    const QString place = escaped(placeText(profile, frame));
    QString text = QStringLiteral("<b>%1</b><br>").arg(name);
    text += FrameText::tr("%1 %2 · %3 of the thread")
                .arg(durationText(duration), uncertaintyText(period),
                     percentText(timeShare(duration, threadDuration(spans, box.thread))));
    text += QStringLiteral("<br>")
        + FrameText::tr("seen in %1").arg(samplesText(samplesOf(spans, box)));
    if (const QString states = boxStateText(spans, box); !states.isEmpty())
        text += QStringLiteral("<br>") + escaped(FrameText::tr("its samples: %1").arg(states));
    if (const QString gil = gilText(spans, box); !gil.isEmpty())
        text += QStringLiteral("<br>") + escaped(FrameText::tr("waits for the GIL: %1").arg(gil));
    if (const QString labels = labelsText(spans, box); !labels.isEmpty())
        text += QStringLiteral("<br>") + escaped(FrameText::tr("labels: %1").arg(labels));
    if (const QString level = recursionText(recursionOf(spans, boxAt(spans, box).path));
        !level.isEmpty())
        text += QStringLiteral("<br>") + level;
    if (const QString callers = unknownCallersText(spans, box); !callers.isEmpty())
        text += QStringLiteral("<br>") + callers.left(600).toHtmlEscaped();
    QStringList origin;
    for (const QString &part : {module, place, inAppText(profile.frame(frame).inApp)}) {
        if (!part.isEmpty())
            origin << part;
    }
    if (!origin.isEmpty())
        text += QStringLiteral("<br>") + origin.join(QStringLiteral(" · "));
    return text;
}

std::vector<DetailRow> frameDetails(const Profile &profile, FrameIndex index)
{
    const Frame &frame = profile.frame(index);
    std::vector<DetailRow> rows;
    const auto add = [&](const QString &name, const QString &value) {
        if (!value.isEmpty())
            rows.push_back({name, value});
    };
    add(FrameText::tr("Module"), fromUtf8(moduleName(profile, index)));
    add(FrameText::tr("Place"), placeText(profile, index));
    add(FrameText::tr("Belongs to"), inAppText(frame.inApp));
    if (frame.inlined == Inlined::Yes)
        add(FrameText::tr("Inlined"), FrameText::tr("into its caller"));
    if (frame.function.isValid()) {
        const Function &function = profile.function(frame.function);
        add(FrameText::tr("Raw name"), fromUtf8(profile.text(function.rawName)));
        add(FrameText::tr("Package"), fromUtf8(profile.text(function.package)));
        // Not "absolute": paths in debug information may be relative to the folder of the build.
        add(FrameText::tr("Full path"), fromUtf8(profile.text(function.absPath)));
    }
    if (frame.column != 0)
        add(FrameText::tr("Column"), QString::number(frame.column));
    if (frame.address)
        add(FrameText::tr("Address"), hexText(*frame.address));
    if (frame.pc != 0)
        add(FrameText::tr("Program counter"), hexText(frame.pc));
    add(FrameText::tr("Platform"), fromUtf8(profile.text(frame.platform)));
    add(FrameText::tr("Other members"), fromUtf8(profile.text(frame.attributes)));
    return rows;
}

std::vector<DetailRow> callDetails(const SpanTable &spans, const BoxReference &box,
                                   Timestamp origin, Nanoseconds period)
{
    const auto range = rangeOf(spans, box);
    const auto whole = threadDuration(spans, box.thread);
    const auto own = ownTime(spans, box);
    const auto withShare = [&](Nanoseconds duration) {
        return FrameText::tr("%1  (%2 of the thread)")
            .arg(durationText(duration), percentText(timeShare(duration, whole)));
    };
    std::vector<DetailRow> rows{
        {FrameText::tr("Total time"), withShare(range.duration())},
        {FrameText::tr("Self time"), withShare(own)},
        {FrameText::tr("Uncertainty"),
         FrameText::tr("%1: the time between two samples").arg(uncertaintyText(period))},
        {FrameText::tr("Seen in"), samplesText(samplesOf(spans, box))}};
    if (const QString states = boxStateText(spans, box); !states.isEmpty())
        rows.push_back({FrameText::tr("State"), states});
    if (const QString gil = gilText(spans, box); !gil.isEmpty())
        rows.push_back({FrameText::tr("Waits for the GIL"), gil});
    if (const QString labels = labelsText(spans, box); !labels.isEmpty())
        rows.push_back({FrameText::tr("Labels"), labels});
    if (const QString filledIn = filledInText(spans, box); !filledIn.isEmpty())
        rows.push_back({FrameText::tr("Filled in"), filledIn});
    if (const auto level = recursionOf(spans, boxAt(spans, box).path); level > 1)
        rows.push_back({FrameText::tr("Recursion"), recursionText(level)});
    if (const QString stops = stopText(spans, box); !stops.isEmpty())
        rows.push_back({FrameText::tr("Stopped by the profiler"), stops});
    rows.push_back({FrameText::tr("Start"), offsetText(range.start - origin, Nanoseconds(1'000))});
    rows.push_back({FrameText::tr("End"), offsetText(range.end - origin, Nanoseconds(1'000))});
    return rows;
}

} // namespace ember::views
