// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/threadchoice.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

// What a thread is (model/profile/threads.h), whatever its index.
using ThreadKey = std::tuple<std::uint32_t, std::string_view, std::optional<Timestamp>>;

ThreadKey keyOf(const Profile &profile, ThreadIndex index)
{
    const Thread &thread = profile.thread(index);
    const auto pid = thread.process.isValid() ? profile.process(thread.process).pid : 0;
    return {pid, profile.text(thread.id), thread.start};
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

void ThreadChoice::reread(const Profile &before, const SpanTable &after)
{
    const Profile &profile = *after.profile();
    std::map<ThreadKey, ThreadIndex> places;
    for (std::size_t row = 0; row < profile.threadCount(); ++row)
        places.emplace(keyOf(profile, ThreadIndex(row)), ThreadIndex(row));
    const auto now = [&](ThreadIndex thread) {
        const auto place = places.find(keyOf(before, thread));
        return place == places.end() ? ThreadIndex() : place->second;
    };
    const ThreadChoice old = std::exchange(*this, {});
    take(old, now, after);
}

void ThreadChoice::arrangeLike(const ThreadChoice &leader, const ThreadOrder::NewIndex &partnerOf,
                               const SpanTable &spans)
{
    m_hidden.clear();
    take(leader, partnerOf, spans);
    if (!leader.isAnyHidden())
        return;
    Rows alone = all();
    for (const ThreadIndex thread : leader.m_order.threads())
        alone.remove(partnerOf(thread).raw());
    m_hidden += alone;
}

void ThreadChoice::take(const ThreadChoice &from, const ThreadOrder::NewIndex &placeOf,
                        const SpanTable &spans)
{
    m_order.reread(from.m_order, placeOf, spans);
    for (const ThreadIndex thread : from.m_order.threads()) {
        const ThreadIndex place = placeOf(thread);
        if (!place.isValid() || !m_order.contains(place))
            continue;
        change(m_hidden, place.raw(), !from.isShown(thread));
        change(m_collapsed, place.raw(), from.isCollapsed(thread));
    }
}

ThreadChoice::Rows ThreadChoice::all() const
{
    Rows rows;
    for (const ThreadIndex thread : m_order.threads())
        rows.insert(thread.raw());
    return rows;
}

std::vector<ThreadIndex> ThreadChoice::shown() const
{
    std::vector<ThreadIndex> shown;
    shown.reserve(m_order.threads().size());
    std::ranges::copy_if(m_order.threads(), std::back_inserter(shown),
                         [this](ThreadIndex thread) { return isShown(thread); });
    return shown;
}

bool ThreadChoice::setShown(const std::vector<ThreadIndex> &threads, Shown shown)
{
    bool hasChanged = false;
    for (const ThreadIndex thread : threads)
        hasChanged =
            (m_order.contains(thread) && change(m_hidden, thread.raw(), shown == Shown::No))
            || hasChanged;
    return hasChanged;
}

bool ThreadChoice::setShown(const std::vector<ThreadIndex> &threads)
{
    Rows hidden = all();
    for (const ThreadIndex thread : threads)
        hidden.remove(thread.raw());
    return std::exchange(m_hidden, hidden) != hidden;
}

bool ThreadChoice::setCollapsed(ThreadIndex thread, Collapsed collapsed)
{
    return change(m_collapsed, thread.raw(), collapsed == Collapsed::Yes);
}

bool ThreadChoice::setAllCollapsed(Collapsed collapsed)
{
    const Rows wanted = collapsed == Collapsed::Yes ? all() : Rows();
    return std::exchange(m_collapsed, wanted) != wanted;
}

} // namespace ember::views
