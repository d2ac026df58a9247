// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/threadchoice.h"

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
    emitIf(m_order.setOpen(key, open));
}

void ThreadChoice::setAllGroupsOpen(Open open)
{
    bool hasChanged = false;
    for (const ThreadGroup &group : m_order.groups())
        hasChanged = (group.kind != ThreadGroup::Kind::Single && m_order.setOpen(group.key, open))
            || hasChanged;
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

void ThreadChoice::showOnly(const std::vector<ThreadIndex> &threads)
{
    Rows hidden = allRows();
    for (const ThreadIndex thread : threads)
        hidden.remove(thread.raw());
    emitIf(std::exchange(m_hidden, hidden) != hidden);
}

void ThreadChoice::setCollapsed(ThreadIndex thread, Collapsed collapsed)
{
    emitIf(change(m_collapsed, thread.raw(), collapsed == Collapsed::Yes));
}

void ThreadChoice::setAllCollapsed(Collapsed collapsed)
{
    const Rows wanted = collapsed == Collapsed::Yes ? allRows() : Rows();
    emitIf(std::exchange(m_collapsed, wanted) != wanted);
}

void ThreadChoice::arrangeLike(const ThreadChoice &leader, const ThreadOrder::NewIndex &partnerOf)
{
    m_hidden.clear();
    take(leader.m_order, leader.m_hidden, leader.m_collapsed, partnerOf, *m_profile.spans());
    if (leader.isAnyHidden()) {
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
    m_collapsed.clear();
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
    const ThreadOrder order = std::exchange(m_order, {});
    const Rows hidden = std::exchange(m_hidden, {});
    const Rows collapsed = std::exchange(m_collapsed, {});
    take(order, hidden, collapsed, newIndex, after);
}

void ThreadChoice::take(const ThreadOrder &order, const Rows &hidden, const Rows &collapsed,
                        const ThreadOrder::NewIndex &newIndex, const SpanTable &spans)
{
    m_order.reread(order, newIndex, spans);
    for (const ThreadIndex thread : order.threads()) {
        const ThreadIndex index = newIndex(thread);
        if (!index.isValid() || !m_order.contains(index))
            continue;
        change(m_hidden, index.raw(), hidden.contains(thread.raw()));
        change(m_collapsed, index.raw(), collapsed.contains(thread.raw()));
    }
}

bool ThreadChoice::addNew()
{
    return m_order.addNew(*m_profile.spans());
}

ThreadChoice::Rows ThreadChoice::allRows() const
{
    Rows rows;
    for (const ThreadIndex thread : all())
        rows.insert(thread.raw());
    return rows;
}

} // namespace ember::views
