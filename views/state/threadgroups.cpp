// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/threadgroups.h"

#include "model/profile/samplerows.h"
#include "views/state/recordings.h"
#include "views/text/durationtext.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>
#include <iterator>

namespace ember::views {

using namespace model;

namespace {

struct GroupTitleText {
    Q_DECLARE_TR_FUNCTIONS(ThreadTitle)
};

constexpr std::size_t fewestAlike = 4;

QString patternOf(const NumberedName &name)
{
    return name.number ? QString(name.before + QChar(0) + name.after) : name.before;
}

// Returns a key that threads of different recordings do not share.
QString keyIn(const QString &recording, const QString &key)
{
    return recording.isEmpty() ? key : QString(key + QChar(0) + recording);
}

// Returns the group's name with the lowest and the highest number.
QString titleOf(const Profile &profile, const std::vector<ThreadIndex> &threads)
{
    const NumberedName first(threadTitle(profile, threads.front()).name);
    if (!first.number)
        return first.before;
    auto lowest = *first.number;
    auto highest = lowest;
    for (const ThreadIndex thread : threads) {
        const auto number = NumberedName(threadTitle(profile, thread).name).number.value_or(lowest);
        lowest = std::min(lowest, number);
        highest = std::max(highest, number);
    }
    if (lowest == highest)
        return first.before + QString::number(lowest) + first.after;
    // Arguments are replaced together: names may contain placeholders such as "%2".
    return QStringLiteral("%1%2 … %3%4")
        .arg(first.before, QString::number(lowest), QString::number(highest), first.after);
}

// Takes the main thread out of a group of threads with its name: unnamed threads have their
// process's name, and its main thread is not one of many. If there are several main threads,
// processes share the name, and these stay.
void leaveOutLoneMains(const QHash<QString, std::vector<ThreadIndex>> &mains,
                       QHash<std::uint32_t, QString> &patterns, QHash<QString, std::size_t> &counts)
{
    for (auto main = mains.cbegin(); main != mains.cend(); ++main) {
        if (main->size() != 1 || counts[main.key()] < 2)
            continue;
        patterns.remove(main->front().raw());
        --counts[main.key()];
    }
}

} // namespace

NumberedName::NumberedName(const QString &name)
{
    const auto isDigit = [](QChar letter) { return letter >= u'0' && letter <= u'9'; };
    auto end = name.size();
    while (end > 0 && !isDigit(name[end - 1]))
        --end;
    auto begin = end;
    while (begin > 0 && isDigit(name[begin - 1]))
        --begin;
    bool fits = false;
    const auto value = name.mid(begin, end - begin).toULongLong(&fits);
    if (fits) {
        before = name.left(begin);
        number = value;
        after = name.mid(end);
    } else {
        before = name;
    }
}

std::vector<ThreadGroup> groupThreads(const Profile &profile,
                                      const std::vector<ThreadIndex> &threads,
                                      const ThreadTest &isAlone, const ThreadTest &isIdle)
{
    const bool areFew = threads.size() <= fewThreads;
    const auto isAside = [&](ThreadIndex thread) {
        return !areFew && !isAlone(thread) && isIdle(thread);
    };
    const RecordingNames recordings(profile);
    QHash<std::uint32_t, QString> patterns; // of threads that may be in a group
    QHash<QString, std::size_t> counts;
    QHash<QString, std::vector<ThreadIndex>> mains;
    for (const ThreadIndex thread : threads) {
        const bool isNameless = profile.text(profile.thread(thread).name).empty();
        if (isAlone(thread) || isAside(thread) || (areFew && isNameless))
            continue;
        const QString pattern = keyIn(recordings.of(thread),
                                      patternOf(NumberedName(threadTitle(profile, thread).name)));
        patterns.insert(thread.raw(), pattern);
        ++counts[pattern];
        if (profile.thread(thread).isMain)
            mains[pattern].push_back(thread);
    }
    leaveOutLoneMains(mains, patterns, counts);
    std::vector<ThreadGroup> groups;
    std::vector<ThreadGroup> idle; // one per recording
    QHash<QString, std::size_t> places;
    QHash<QString, std::size_t> idlePlaces;
    const auto add = [&](ThreadGroup::Kind kind, const QString &key, ThreadIndex thread,
                         std::vector<ThreadGroup> &to, QHash<QString, std::size_t> &at) {
        const auto place = at.constFind(key);
        if (place != at.cend()) {
            to[*place].threads.push_back(thread);
            return;
        }
        at.insert(key, to.size());
        to.push_back({kind, key, {}, {thread}, recordings.of(thread)});
    };
    for (const ThreadIndex thread : threads) {
        const QString pattern = patterns.value(thread.raw());
        if (isAside(thread))
            add(ThreadGroup::Kind::Idle, keyIn(recordings.of(thread), QStringLiteral("idle")),
                thread, idle, idlePlaces);
        else if (!patterns.contains(thread.raw()) || counts.value(pattern) < fewestAlike)
            groups.push_back({ThreadGroup::Kind::Single, {}, {}, {thread}, {}});
        else
            add(ThreadGroup::Kind::Alike, QStringLiteral("alike ") + pattern, thread, groups,
                places);
    }
    for (ThreadGroup &group : groups)
        group.name =
            group.kind == ThreadGroup::Kind::Alike ? titleOf(profile, group.threads) : QString();
    std::ranges::move(idle, std::back_inserter(groups));
    return groups;
}

QString groupName(const ThreadGroup &group)
{
    const QString name = group.kind == ThreadGroup::Kind::Idle
        ? GroupTitleText::tr("%n quiet thread(s)", nullptr, static_cast<int>(group.threads.size()))
        : group.name;
    return besideRecording(name, group.recording);
}

ThreadTitle groupTitle(const SpanTable &spans, const ThreadGroup &group)
{
    Nanoseconds busy{};
    std::uint64_t samples = 0;
    for (const ThreadIndex thread : group.threads) {
        busy += spans.thread(thread).busy.total();
        samples += countSamples(spans.profile()->samples(thread));
    }
    QStringList details{GroupTitleText::tr("ran %1").arg(durationText(busy)), samplesText(samples)};
    if (group.kind != ThreadGroup::Kind::Idle)
        details.prepend(threadsText(group.threads.size()));
    return {groupName(group), details.join(QStringLiteral("  ·  "))};
}

} // namespace ember::views
