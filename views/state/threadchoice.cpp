// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/threadchoice.h"

#include "model/query/secondrecords.h"
#include "views/state/openprofile.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

// The identity of a thread (model/profile/threads.h), independent of its index.
using ThreadKey =
    std::tuple<std::uint32_t, std::string_view, std::string_view, std::optional<Timestamp>>;

ThreadKey keyOf(const Profile &profile, ThreadIndex index)
{
    const Thread &thread = profile.thread(index);
    const auto id = profile.text(thread.id);
    if (!thread.process.isValid())
        return {0, {}, id, thread.start};
    const Process &process = profile.process(thread.process);
    return {process.pid, profile.text(process.profilerId), id, thread.start};
}

bool change(QSet<std::uint32_t> &rows, std::uint32_t row, bool isWanted)
{
    if (rows.contains(row) == isWanted)
        return false;
    if (isWanted)
        rows.insert(row);
    else
        rows.remove(row);
    return true;
}

} // namespace

ThreadIndex sameThread(const Profile &before, ThreadIndex thread, const Profile &after)
{
    const ThreadKey key = keyOf(before, thread);
    for (std::size_t row = 0; row < after.threadCount(); ++row) {
        if (keyOf(after, ThreadIndex(row)) == key)
            return ThreadIndex(row);
    }
    return {};
}

void ThreadChoice::emitIf(bool hasChanged)
{
    if (hasChanged)
        emit changed();
}

void ThreadChoice::sort(ThreadSort by)
{
    emitIf(m_profile.spans() && m_order.sort(*m_profile.spans(), by));
}

void ThreadChoice::sortByRunning(std::vector<Nanoseconds> running)
{
    emitIf(m_profile.spans() && m_order.sortByRunning(*m_profile.spans(), std::move(running)));
}

void ThreadChoice::setPinned(const std::vector<ThreadIndex> &threads, Pinned pinned)
{
    emitIf(m_profile.spans() && m_order.setPinned(*m_profile.spans(), threads, pinned));
}

void ThreadChoice::move(const std::vector<ThreadIndex> &threads, ThreadIndex before)
{
    emitIf(m_profile.spans() && m_order.move(*m_profile.spans(), threads, before));
}

void ThreadChoice::arrange(const ThreadArrangement &arrangement)
{
    emitIf(m_profile.spans() && m_order.arrangeAs(*m_profile.spans(), arrangement));
}

void ThreadChoice::setGroupOpen(const QString &key, Open open)
{
    const bool wasOpen = isOpen(key);
    m_folds.groupsByHand.insert(key, open);
    const bool isOtherInOrder = m_order.setOpen(key, open);
    emitIf(isOtherInOrder || isOpen(key) != wasOpen);
}

void ThreadChoice::setAllGroupsOpen(Open open)
{
    bool hasChanged = false;
    for (const ThreadGroup &group : m_order.groups()) {
        if (group.kind == ThreadGroup::Kind::Single)
            continue;
        const bool wasOpen = isOpen(group.key);
        m_folds.groupsByHand.insert(group.key, open);
        hasChanged = m_order.setOpen(group.key, open) || isOpen(group.key) != wasOpen || hasChanged;
    }
    emitIf(hasChanged);
}

std::vector<ThreadIndex> ThreadChoice::shown() const
{
    std::vector<ThreadIndex> shown;
    shown.reserve(all().size());
    std::ranges::copy_if(all(), std::back_inserter(shown),
                         [this](ThreadIndex thread) { return isShown(thread); });
    return shown;
}

void ThreadChoice::setShown(const std::vector<ThreadIndex> &threads, Shown shown)
{
    bool hasChanged = false;
    for (const ThreadIndex thread : threads)
        hasChanged =
            (m_order.contains(thread) && change(m_hidden, thread.raw(), shown == Shown::No))
            || hasChanged;
    emitIf(hasChanged);
}

void ThreadChoice::showOnly(const std::vector<ThreadIndex> &threads, const Alone &alone)
{
    const bool isAloneChanged = m_alone.thread != alone.thread; // the history notes that, too
    m_alone = alone;
    emitIf(hideAllBut(threads) || isAloneChanged);
}

bool ThreadChoice::hideAllBut(const std::vector<ThreadIndex> &threads)
{
    Rows hidden = allRows();
    for (const ThreadIndex thread : threads)
        hidden.remove(thread.raw());
    return std::exchange(m_hidden, hidden) != hidden;
}

void ThreadChoice::showUsual()
{
    if (!isUsual()) {
        m_hidden = m_second;
        emit changed();
    }
}

std::vector<ThreadIndex> ThreadChoice::secondRecords() const
{
    std::vector<ThreadIndex> threads;
    for (const std::uint32_t row : m_second)
        threads.emplace_back(row);
    std::ranges::sort(threads);
    return threads;
}

bool ThreadChoice::areSecondRecords(std::span<const ThreadIndex> threads) const
{
    return !threads.empty() && std::ranges::all_of(threads, [this](ThreadIndex thread) {
        return m_second.contains(thread.raw());
    });
}

void ThreadChoice::countAlone(ThreadIndex thread)
{
    const bool wasAlone = m_alone.thread.isValid() && shown() == std::vector{m_alone.thread};
    if (m_order.contains(thread)) {
        if (!wasAlone)
            m_alone.hiddenBefore = isUsual() ? std::nullopt : std::optional(m_hidden);
        m_alone.thread = thread;
        emitIf(hideAllBut({thread}));
    } else if (wasAlone) {
        const Rows before = std::exchange(m_alone, {}).hiddenBefore.value_or(m_second);
        emitIf(std::exchange(m_hidden, before) != before);
    }
}

bool ThreadChoice::isCollapsed(ThreadIndex thread) const
{
    if (thread == m_folds.revealed)
        return false;
    if (const auto hand = m_folds.byHand.constFind(thread.raw()); hand != m_folds.byHand.cend())
        return *hand == Collapsed::Yes;
    return m_folds.lanesOnly == LanesOnly::Yes
        || (m_folds.withRoom && !m_folds.withRoom->contains(thread.raw()));
}

void ThreadChoice::setCollapsed(ThreadIndex thread, Collapsed collapsed)
{
    if (isCollapsed(thread) == (collapsed == Collapsed::Yes))
        return;
    if (thread == m_folds.revealed)
        m_folds.revealed = {};
    m_folds.byHand.insert(thread.raw(), collapsed);
    if (collapsed == Collapsed::Yes)
        m_folds.withAllRows.remove(thread.raw());
    emit changed();
}

void ThreadChoice::setRows(ThreadIndex thread, ThreadRows rows)
{
    emitIf(change(m_folds.withAllRows, thread.raw(), rows == ThreadRows::All));
}

void ThreadChoice::setAllCollapsed(Collapsed collapsed)
{
    m_folds.revealed = {};
    bool hasChanged = false;
    for (const ThreadIndex thread : all()) {
        hasChanged = isCollapsed(thread) != (collapsed == Collapsed::Yes) || hasChanged;
        m_folds.byHand.insert(thread.raw(), collapsed);
    }
    if (collapsed == Collapsed::Yes)
        m_folds.withAllRows.clear();
    emitIf(hasChanged);
}

void ThreadChoice::setHeld(Held held)
{
    if (held == std::exchange(m_held, held) || !m_profile.spans())
        return;
    if (addNew())
        emit changed();
    else if (held == Held::No)
        emit foldsChanged(); // charts lay out what was held back
}

bool ThreadChoice::isOpen(const QString &groupKey) const
{
    return m_order.isOpen(groupKey)
        || (m_folds.groupsWithRoom.contains(groupKey) && !m_folds.groupsByHand.contains(groupKey));
}

void ThreadChoice::setRoomFor(const std::vector<ThreadIndex> &threads, const QSet<QString> &groups)
{
    Rows rows;
    for (const ThreadIndex thread : threads)
        rows.insert(thread.raw());
    if (m_isFollower || (m_folds.withRoom == rows && m_folds.groupsWithRoom == groups))
        return;
    m_folds.withRoom = std::move(rows);
    m_folds.groupsWithRoom = groups;
    emit foldsChanged();
}

void ThreadChoice::setLanesOnly(LanesOnly wanted)
{
    if (wanted == m_folds.lanesOnly)
        return;
    m_folds.lanesOnly = wanted;
    m_folds.revealed = {};
    if (wanted == LanesOnly::Yes) {
        m_beforeLanes = {std::exchange(m_folds.byHand, {}), std::exchange(m_folds.groupsByHand, {}),
                         m_order.openGroups()};
        for (const ThreadGroup &group : m_order.groups()) {
            if (group.kind == ThreadGroup::Kind::Alike)
                m_order.setOpen(group.key, Open::Yes);
        }
    } else {
        m_folds.byHand = std::exchange(m_beforeLanes.byHand, {});
        m_folds.groupsByHand = std::exchange(m_beforeLanes.groupsByHand, {});
        for (const ThreadGroup &group : m_order.groups())
            m_order.setOpen(group.key,
                            m_beforeLanes.openGroups.contains(group.key) ? Open::Yes : Open::No);
    }
    emit changed();
}

ThreadFolds ThreadChoice::foldsByHand() const
{
    ThreadFolds folds{m_folds.lanesOnly, listsOf(m_folds.byHand, m_folds.groupsByHand), {}};
    if (folds.lanesOnly == LanesOnly::Yes)
        folds.beforeLanes = listsOf(m_beforeLanes.byHand, m_beforeLanes.groupsByHand);
    return folds;
}

FoldLists ThreadChoice::listsOf(const ThreadsByHand &threads, const GroupsByHand &groups) const
{
    FoldLists lists;
    for (const ThreadIndex thread : all()) {
        if (const auto hand = threads.constFind(thread.raw()); hand != threads.cend())
            (*hand == Collapsed::Yes ? lists.folded : lists.unfolded).push_back(thread);
    }
    for (const ThreadGroup &group : m_order.groups()) {
        const auto hand = groups.constFind(group.key);
        if (group.kind != ThreadGroup::Kind::Single && hand != groups.cend())
            (*hand == Open::Yes ? lists.open : lists.closed).push_back(group.threads.front());
    }
    return lists;
}

// Restores what was folded before everything became lanes, then the lanes, which open all groups
// but the idle one, and last what was folded since.
void ThreadChoice::fold(const ThreadFolds &folds)
{
    if (folds == foldsByHand())
        return;
    setLanesOnly(LanesOnly::No);
    if (folds.lanesOnly == LanesOnly::Yes) {
        fold(folds.beforeLanes);
        setLanesOnly(LanesOnly::Yes);
    }
    fold(folds.now);
    emit changed();
}

void ThreadChoice::fold(const FoldLists &lists)
{
    m_folds.byHand.clear();
    for (const auto &[threads, collapsed] :
         {std::pair(&lists.folded, Collapsed::Yes), std::pair(&lists.unfolded, Collapsed::No)}) {
        for (const ThreadIndex thread : *threads)
            m_folds.byHand.insert(thread.raw(), collapsed);
    }
    m_folds.groupsByHand.clear();
    QHash<std::uint32_t, QString> keys; // of groups, by thread
    for (const ThreadGroup &group : m_order.groups()) {
        for (const ThreadIndex thread : group.threads) {
            if (group.kind != ThreadGroup::Kind::Single)
                keys.insert(thread.raw(), group.key);
        }
    }
    for (const auto &[threads, open] :
         {std::pair(&lists.closed, Open::No), std::pair(&lists.open, Open::Yes)}) {
        for (const ThreadIndex thread : *threads) {
            const QString key = keys.value(thread.raw());
            if (key.isEmpty())
                continue;
            m_folds.groupsByHand.insert(key, open);
            m_order.setOpen(key, open);
        }
    }
}

void ThreadChoice::reveal(ThreadIndex thread)
{
    const ThreadGroup *group = m_order.groupOf(thread);
    const bool isOpened =
        group && !m_order.isOpen(*group) && m_order.setOpen(QString(group->key), Open::Yes);
    const bool wasCollapsed = isCollapsed(thread);
    const ThreadIndex before = std::exchange(m_folds.revealed, thread);
    if (isOpened)
        emit changed();
    else if (wasCollapsed || (before.isValid() && isCollapsed(before)))
        emit foldsChanged();
}

void ThreadChoice::goTo(ThreadIndex thread)
{
    if (!m_order.contains(thread))
        return;
    reveal(thread);
    emit goneTo(thread);
}

void ThreadChoice::arrangeLike(const ThreadChoice &leader, const ThreadOrder::NewIndex &partnerOf)
{
    m_hidden = m_second;
    m_isFollower = true;
    take(leader, partnerOf, *m_profile.spans());
    if (leader.isUsual()) {
        m_hidden = m_second; // just our second records, whatever those of the leader are
    } else {
        Rows alone = allRows();
        for (const ThreadIndex thread : leader.all())
            alone.remove(partnerOf(thread).raw());
        m_hidden += alone;
    }
    emit changed();
}

void ThreadChoice::forget()
{
    m_order = {};
    m_hidden.clear();
    m_second.clear();
    m_judged.clear();
    m_alone = {};
    m_folds = {};
    m_beforeLanes = {};
}

void ThreadChoice::reread(const Profile &before, const SpanTable &after)
{
    const Profile &profile = *after.profile();
    std::map<ThreadKey, ThreadIndex> known;
    for (std::size_t row = 0; row < profile.threadCount(); ++row)
        known.emplace(keyOf(profile, ThreadIndex(row)), ThreadIndex(row));
    const auto newIndex = [&](ThreadIndex thread) {
        const auto found = known.find(keyOf(before, thread));
        return found == known.end() ? ThreadIndex() : found->second;
    };
    ThreadChoice earlier(m_profile);
    earlier.m_order = std::exchange(m_order, {});
    earlier.m_hidden = std::exchange(m_hidden, {});
    for (const std::uint32_t row : std::exchange(m_second, {})) {
        if (const ThreadIndex index = newIndex(ThreadIndex(row)); index.isValid())
            m_second.insert(index.raw());
    }
    m_alone = {m_alone.thread.isValid() ? newIndex(m_alone.thread) : ThreadIndex(), {}};
    earlier.m_folds = std::exchange(m_folds, {});
    take(earlier, newIndex, after);
    noteSecondRecords(profile);
    const auto byHand = std::exchange(m_beforeLanes.byHand, {});
    for (auto fold = byHand.begin(); fold != byHand.end(); ++fold) {
        if (const ThreadIndex index = newIndex(ThreadIndex(fold.key())); index.isValid())
            m_beforeLanes.byHand.insert(index.raw(), fold.value());
    }
}

// Takes over what was chosen for the threads of another choice.
void ThreadChoice::take(const ThreadChoice &other, const ThreadOrder::NewIndex &newIndex,
                        const SpanTable &spans)
{
    m_order.reread(other.m_order, newIndex, spans);
    const Folds &folds = other.m_folds;
    const ThreadIndex revealed = m_folds.revealed;
    m_folds = {};
    m_folds.revealed = m_isFollower ? revealed : ThreadIndex();
    m_folds.lanesOnly = folds.lanesOnly;
    m_folds.groupsByHand = folds.groupsByHand;
    m_folds.groupsWithRoom = folds.groupsWithRoom;
    if (folds.withRoom)
        m_folds.withRoom.emplace();
    for (const ThreadIndex thread : other.all()) {
        const ThreadIndex index = newIndex(thread);
        if (!index.isValid() || !m_order.contains(index))
            continue;
        change(m_hidden, index.raw(), other.m_hidden.contains(thread.raw()));
        if (other.isFoldedByHand(thread))
            m_folds.byHand.insert(index.raw(), folds.byHand[thread.raw()]);
        change(m_folds.withAllRows, index.raw(), folds.withAllRows.contains(thread.raw()));
        if (folds.withRoom && folds.withRoom->contains(thread.raw()))
            m_folds.withRoom->insert(index.raw());
        if (folds.revealed == thread)
            m_folds.revealed = index;
    }
}

bool ThreadChoice::addNew()
{
    const std::size_t before = all().size();
    const bool hasChanged =
        m_order.addNew(*m_profile.spans(), m_held == Held::Yes ? Woken::Stay : Woken::Leave);
    if (all().size() != before)
        judgeNew(*m_profile.spans()->profile());
    return hasChanged;
}

// Judges new threads. Finding second records takes long, and a capture grows: new threads are like
// the others of their process, unless its threads have not been judged yet.
void ThreadChoice::judgeNew(const Profile &profile)
{
    const auto processOf = [&](ThreadIndex thread) { return profile.thread(thread).process.raw(); };
    if (!std::ranges::all_of(
            all(), [&](ThreadIndex thread) { return m_judged.contains(processOf(thread)); })) {
        noteSecondRecords(profile);
        return;
    }
    for (const ThreadIndex thread : all()) {
        if (m_judged.value(processOf(thread)) && change(m_second, thread.raw(), true))
            m_hidden.insert(thread.raw());
    }
}

// Finds the second records anew. New ones do not count from now on; threads that are no second
// records any more count again.
void ThreadChoice::noteSecondRecords(const Profile &profile)
{
    Rows second;
    for (const ThreadIndex thread : model::secondRecords(profile)) {
        second.insert(thread.raw());
        if (!m_second.contains(thread.raw()))
            m_hidden.insert(thread.raw());
    }
    m_hidden.subtract(Rows(m_second).subtract(second));
    m_second = std::move(second);
    m_judged.clear();
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const ThreadIndex thread(row);
        const bool isSecond = m_second.contains(thread.raw());
        if (isSecond || isCaptured(profile, thread))
            m_judged.insert(profile.thread(thread).process.raw(), isSecond);
    }
}

ThreadChoice::Rows ThreadChoice::allRows() const
{
    Rows rows;
    for (const ThreadIndex thread : all())
        rows.insert(thread.raw());
    return rows;
}

} // namespace ember::views
