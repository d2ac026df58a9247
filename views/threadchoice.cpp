// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/threadchoice.h"

#include "model/query/threadstatistics.h"

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

bool ThreadChoice::enter(const Profile &profile, ThreadIndex thread)
{
    if (profile.samples(thread).isEmpty() || m_known.contains(thread.raw()))
        return false;
    m_known.insert(thread.raw());
    m_threads.push_back(thread);
    return true;
}

bool ThreadChoice::addNew(const SpanTable &spans)
{
    const Profile &profile = *spans.profile();
    const std::size_t before = m_threads.size();
    if (m_threads.empty()) {
        for (const ThreadIndex thread : threadsByActivity(spans))
            enter(profile, thread);
    } else {
        for (std::size_t row = 0; row < profile.threadCount(); ++row)
            enter(profile, ThreadIndex(row));
    }
    return m_threads.size() != before;
}

bool ThreadChoice::sort(const SpanTable &spans)
{
    std::vector<ThreadIndex> sorted;
    for (const ThreadIndex thread : threadsByActivity(spans)) {
        if (m_known.contains(thread.raw()))
            sorted.push_back(thread);
    }
    return std::exchange(m_threads, sorted) != sorted;
}

void ThreadChoice::reread(const Profile &before, const SpanTable &after)
{
    const Profile &profile = *after.profile();
    std::map<ThreadKey, ThreadIndex> places;
    for (std::size_t row = 0; row < profile.threadCount(); ++row)
        places.emplace(keyOf(profile, ThreadIndex(row)), ThreadIndex(row));
    const ThreadChoice old = std::exchange(*this, {});
    for (const ThreadIndex thread : old.m_threads) {
        const auto place = places.find(keyOf(before, thread));
        if (place == places.end() || !enter(profile, place->second))
            continue;
        change(m_hidden, place->second.raw(), old.m_hidden.contains(thread.raw()));
        change(m_collapsed, place->second.raw(), old.isCollapsed(thread));
    }
    addNew(after);
}

std::vector<ThreadIndex> ThreadChoice::shown() const
{
    std::vector<ThreadIndex> shown;
    shown.reserve(m_threads.size());
    std::ranges::copy_if(m_threads, std::back_inserter(shown),
                         [this](ThreadIndex thread) { return isShown(thread); });
    return shown;
}

bool ThreadChoice::setShown(ThreadIndex thread, Shown shown)
{
    return m_known.contains(thread.raw()) && change(m_hidden, thread.raw(), shown == Shown::No);
}

bool ThreadChoice::setShown(const std::vector<ThreadIndex> &threads)
{
    Rows hidden = m_known;
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
    const Rows wanted = collapsed == Collapsed::Yes ? m_known : Rows();
    return std::exchange(m_collapsed, wanted) != wanted;
}

} // namespace ember::views
