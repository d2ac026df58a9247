// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/threadorder.h"

#include "model/query/threadstatistics.h"
#include "views/text/threadtitle.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <tuple>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

// Whether the thread was busy for at least a thousandth of the profile's time.
bool isActive(const SpanTable &spans, ThreadIndex thread)
{
    const auto busy = spans.thread(thread).busy.total();
    return busy.count() > 0 && busy >= spans.profile()->timeRange().duration() / 1000;
}

// Whether the thread is the main thread of the first process.
bool isFirstOfAll(const Profile &profile, ThreadIndex index)
{
    const Thread &thread = profile.thread(index);
    return thread.isMain
        && (!thread.process.isValid() || !profile.process(thread.process).parent.isValid());
}

// Whether the thread comes first: the program's main thread, unless it hardly did anything but wait
// for others.
bool leads(const SpanTable &spans, ThreadIndex thread, Nanoseconds mostBusy)
{
    constexpr int few = 50;
    return isFirstOfAll(*spans.profile(), thread)
        && spans.thread(thread).busy.total() >= mostBusy / few;
}

Timestamp startOf(const Profile &profile, ThreadIndex thread)
{
    return profile.thread(thread).start.value_or(profile.samples(thread).times[SampleIndex(0)]);
}

std::vector<ThreadIndex> byName(const Profile &profile, const std::vector<ThreadIndex> &threads)
{
    struct Key {
        NumberedName name;
        NumberedName details; // id and process
        ThreadIndex thread;
    };
    std::vector<Key> keys;
    for (const ThreadIndex thread : threads) {
        const ThreadTitle title = threadTitle(profile, thread);
        keys.push_back(
            {NumberedName(title.name.toCaseFolded()), NumberedName(title.details), thread});
    }
    std::ranges::sort(keys, [](const Key &a, const Key &b) {
        return std::tie(a.name, a.details, a.thread) < std::tie(b.name, b.details, b.thread);
    });
    std::vector<ThreadIndex> order;
    std::ranges::transform(keys, std::back_inserter(order), &Key::thread);
    return order;
}

} // namespace

bool ThreadOrder::isOpen(const ThreadGroup &group) const
{
    return group.kind == ThreadGroup::Kind::Single || isOpen(group.key);
}

const ThreadGroup *ThreadOrder::groupOf(ThreadIndex thread) const
{
    const auto found = std::ranges::find_if(m_groups, [thread](const ThreadGroup &group) {
        return std::ranges::find(group.threads, thread) != group.threads.end();
    });
    return found == m_groups.end() ? nullptr : &*found;
}

bool ThreadOrder::enter(const Profile &profile, ThreadIndex thread)
{
    if (profile.samples(thread).isEmpty() || contains(thread))
        return false;
    m_known.insert(thread.raw());
    m_threads.push_back(thread);
    return true;
}

bool ThreadOrder::addNew(const SpanTable &spans, Woken woken)
{
    const std::size_t known = m_threads.size();
    bool hasNew = false;
    for (std::size_t row = 0; row < spans.profile()->threadCount(); ++row)
        hasNew = enter(*spans.profile(), ThreadIndex(row)) || hasNew;
    if (known == 0) {
        sort(spans, m_sort);
        return hasNew;
    }
    const bool hasWoken = noteActive(spans, woken == Woken::Leave ? 0 : known);
    return (hasNew || hasWoken) && arrange(*spans.profile());
}

// Notes the threads, from the place `first` on, that have become active; returns whether there are
// any.
bool ThreadOrder::noteActive(const SpanTable &spans, std::size_t first)
{
    bool hasNew = false;
    for (std::size_t place = first; place < m_threads.size(); ++place) {
        const ThreadIndex thread = m_threads[place];
        if (m_active.contains(thread.raw()) || !isActive(spans, thread))
            continue;
        m_active.insert(thread.raw());
        hasNew = true;
    }
    return hasNew;
}

std::vector<ThreadIndex> ThreadOrder::sorted(const SpanTable &spans) const
{
    const Profile &profile = *spans.profile();
    std::vector<ThreadIndex> order;
    switch (m_sort) {
    case ThreadSort::Activity:
        std::ranges::copy_if(threadsByActivity(spans), std::back_inserter(order),
                             [this](ThreadIndex thread) { return contains(thread); });
        if (order.empty())
            return order;
        std::stable_partition(order.begin(), order.end(),
                              [&, mostBusy = spans.thread(order.front()).busy.total()](
                                  ThreadIndex thread) { return leads(spans, thread, mostBusy); });
        return order;
    case ThreadSort::Running:
        order = m_threads;
        std::ranges::stable_sort(order, std::ranges::greater(), [this](ThreadIndex thread) {
            return thread.row() < m_running.size() ? m_running[thread.row()] : Nanoseconds();
        });
        return order;
    case ThreadSort::Name: return byName(profile, m_threads);
    case ThreadSort::Start:
        order = m_threads;
        std::ranges::stable_sort(order, {}, [&](ThreadIndex thread) {
            return std::pair(startOf(profile, thread), thread);
        });
        return order;
    case ThreadSort::Own: break;
    }
    return m_threads;
}

bool ThreadOrder::sort(const SpanTable &spans, ThreadSort by)
{
    m_running.clear();
    if (by == ThreadSort::Running) {
        for (std::size_t row = 0; row < spans.profile()->threadCount(); ++row)
            m_running.push_back(spans.thread(ThreadIndex(row)).busy.total());
    }
    return sortAgain(spans, by);
}

bool ThreadOrder::sortByRunning(const SpanTable &spans, std::vector<Nanoseconds> running)
{
    m_running = std::move(running);
    return sortAgain(spans, ThreadSort::Running);
}

bool ThreadOrder::sortAgain(const SpanTable &spans, ThreadSort by)
{
    const bool isOther = std::exchange(m_sort, by) != by;
    const auto before = m_groups;
    m_active.clear();
    noteActive(spans);
    m_threads = sorted(spans);
    arrange(*spans.profile());
    return isOther || m_groups != before;
}

bool ThreadOrder::setPinned(const SpanTable &spans, const std::vector<ThreadIndex> &threads,
                            Pinned pinned)
{
    const auto before = m_pinned;
    for (const ThreadIndex thread : threads) {
        if (pinned == Pinned::No)
            m_pinned.remove(thread.raw());
        else if (contains(thread))
            m_pinned.insert(thread.raw());
    }
    if (m_pinned == before)
        return false;
    if (pinned == Pinned::No)
        m_threads = sorted(spans);
    arrange(*spans.profile());
    return true;
}

bool ThreadOrder::move(const SpanTable &spans, const std::vector<ThreadIndex> &moved,
                       ThreadIndex before)
{
    const auto isMoved = [&](ThreadIndex thread) {
        return std::ranges::find(moved, thread) != moved.end();
    };
    // A thread that is moved before itself stays where it is.
    auto place = std::ranges::find(m_threads, before);
    place = std::find_if_not(place, m_threads.end(), isMoved);
    std::vector<ThreadIndex> order;
    std::copy_if(m_threads.begin(), place, std::back_inserter(order), std::not_fn(isMoved));
    std::ranges::copy_if(m_threads, std::back_inserter(order), isMoved);
    std::copy_if(place, m_threads.end(), std::back_inserter(order), std::not_fn(isMoved));
    if (order == m_threads)
        return false;
    m_threads = std::move(order);
    m_sort = ThreadSort::Own;
    return arrange(*spans.profile());
}

bool ThreadOrder::setOpen(const QString &groupKey, Open open)
{
    m_decided.insert(groupKey);
    if (m_open.contains(groupKey) == (open == Open::Yes))
        return false;
    if (open == Open::Yes)
        m_open.insert(groupKey);
    else
        m_open.remove(groupKey);
    return true;
}

ThreadArrangement ThreadOrder::arrangement() const
{
    ThreadArrangement now{m_sort, {}, {}};
    if (m_sort == ThreadSort::Own)
        now.order = m_threads;
    std::ranges::copy_if(m_threads, std::back_inserter(now.pinned),
                         [this](ThreadIndex thread) { return isPinned(thread); });
    return now;
}

bool ThreadOrder::arrangeAs(const SpanTable &spans, const ThreadArrangement &wanted)
{
    if (wanted == arrangement())
        return false;
    m_pinned.clear();
    for (const ThreadIndex thread : wanted.pinned) {
        if (contains(thread))
            m_pinned.insert(thread.raw());
    }
    std::vector<ThreadIndex> order;
    Rows placed;
    const auto place = [&](ThreadIndex thread) {
        if (!contains(thread) || placed.contains(thread.raw()))
            return;
        placed.insert(thread.raw());
        order.push_back(thread);
    };
    std::ranges::for_each(wanted.order, place);
    std::ranges::for_each(m_threads, place);
    m_threads = std::move(order);
    sort(spans, wanted.sort);
    return true;
}

void ThreadOrder::reread(const ThreadOrder &earlier, const NewIndex &now, const SpanTable &after)
{
    *this = {};
    m_sort = earlier.m_sort;
    m_open = earlier.m_open;
    m_decided = earlier.m_decided;
    for (const ThreadIndex thread : earlier.m_threads) {
        const ThreadIndex index = now(thread);
        if (!index.isValid() || !enter(*after.profile(), index))
            continue;
        if (earlier.isPinned(thread))
            m_pinned.insert(index.raw());
    }
    addNew(after);
    arrange(*after.profile());
}

// Decides whether a group is open, once for each group when it first exists.
void ThreadOrder::openFirst(const std::vector<ThreadGroup> &groups)
{
    for (std::size_t place = 0; place < groups.size(); ++place) {
        const ThreadGroup &group = groups[place];
        if (group.kind == ThreadGroup::Kind::Single || m_decided.contains(group.key))
            continue;
        m_decided.insert(group.key);
        if (place == 0 && group.kind == ThreadGroup::Kind::Alike)
            m_open.insert(group.key);
    }
}

Nanoseconds ThreadOrder::runningOf(const ThreadGroup &group) const
{
    Nanoseconds sum{};
    for (const ThreadIndex thread : group.threads)
        sum += thread.row() < m_running.size() ? m_running[thread.row()] : Nanoseconds();
    return sum;
}

// Sorts groups by running time, longest first. Groups of pinned threads stay first, idle groups
// last.
void ThreadOrder::sortGroups(std::vector<ThreadGroup> &groups) const
{
    const auto first = std::ranges::find_if(
        groups, [this](const ThreadGroup &group) { return !isPinned(group.threads.front()); });
    const auto end = std::find_if(first, groups.end(), [](const ThreadGroup &group) {
        return group.kind == ThreadGroup::Kind::Idle;
    });
    std::stable_sort(first, end, [this](const ThreadGroup &a, const ThreadGroup &b) {
        return runningOf(a) > runningOf(b);
    });
}

// Puts pinned threads first and the threads of each group together.
bool ThreadOrder::arrange(const Profile &profile)
{
    std::stable_partition(m_threads.begin(), m_threads.end(),
                          [this](ThreadIndex thread) { return isPinned(thread); });
    auto groups = groupThreads(
        profile, m_threads,
        [&](ThreadIndex thread) { return isPinned(thread) || isFirstOfAll(profile, thread); },
        [this](ThreadIndex thread) {
            return !m_active.isEmpty() && !m_active.contains(thread.raw());
        });
    if (m_sort == ThreadSort::Running)
        sortGroups(groups);
    openFirst(groups);
    m_threads.clear();
    for (const ThreadGroup &group : groups)
        m_threads.insert(m_threads.end(), group.threads.begin(), group.threads.end());
    return std::exchange(m_groups, groups) != groups;
}

} // namespace ember::views
