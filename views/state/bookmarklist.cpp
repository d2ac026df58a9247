// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/bookmarklist.h"

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

std::string_view profilerIdOf(const Profile &profile, const Thread &thread)
{
    if (!thread.process.isValid())
        return {};
    const StringIndex id = profile.process(thread.process).profilerId;
    return id.isValid() ? profile.text(id) : std::string_view();
}

bool wasThere(const Thread &thread, Timestamp time)
{
    return thread.start.value_or(time) <= time && time <= thread.end.value_or(time);
}

} // namespace

ThreadIndex threadOf(const Profile &profile, const Bookmark &bookmark)
{
    ThreadIndex found;
    if (bookmark.threadId.empty())
        return found;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const Thread &thread = profile.thread(ThreadIndex(row));
        if (profile.text(thread.id) != bookmark.threadId
            || profilerIdOf(profile, thread) != bookmark.profilerId)
            continue;
        if (wasThere(thread, bookmark.range.start))
            return ThreadIndex(row);
        if (!found.isValid())
            found = ThreadIndex(row);
    }
    return found;
}

void setThread(Bookmark &bookmark, const Profile &profile, ThreadIndex index)
{
    const Thread &thread = profile.thread(index);
    bookmark.threadId = profile.text(thread.id);
    bookmark.profilerId = profilerIdOf(profile, thread);
}

namespace {

constexpr auto bookmarkStart = [](const Bookmark &bookmark) { return bookmark.range.start; };

} // namespace

const Bookmark *BookmarkList::find(std::uint64_t number) const
{
    const auto found = std::ranges::find(m_all, number, &Bookmark::number);
    return found == m_all.end() ? nullptr : &*found;
}

const Bookmark *BookmarkList::nearest(Timestamp from, Direction direction) const
{
    if (m_all.empty())
        return nullptr;
    if (direction == Direction::Forward) {
        const auto next = std::ranges::upper_bound(m_all, from, {}, bookmarkStart);
        return next == m_all.end() ? &m_all.front() : &*next;
    }
    const auto next = std::ranges::lower_bound(m_all, from, {}, bookmarkStart);
    return next == m_all.begin() ? &m_all.back() : &*std::prev(next);
}

void BookmarkList::insert(Bookmark bookmark)
{
    m_newest = std::max(m_newest, bookmark.number);
    const auto place = std::ranges::upper_bound(m_all, bookmark.range.start, {}, bookmarkStart);
    m_all.insert(place, std::move(bookmark));
}

void BookmarkList::restore(std::vector<Bookmark> kept)
{
    bool isAnyNew = false;
    for (Bookmark &bookmark : kept) {
        if (find(bookmark.number))
            continue;
        insert(std::move(bookmark));
        isAnyNew = true;
    }
    if (isAnyNew) // a list that changes ends the edit of a note
        emit changed();
}

std::uint64_t BookmarkList::add(Bookmark bookmark)
{
    bookmark.number = m_newest + 1;
    insert(bookmark);
    emit changed();
    emit edited(bookmark);
    return bookmark.number;
}

void BookmarkList::setNote(std::uint64_t number, const QString &note)
{
    const auto found = std::ranges::find(m_all, number, &Bookmark::number);
    if (found == m_all.end() || found->note == note)
        return;
    found->note = note;
    const Bookmark bookmark = *found;
    emit changed();
    emit edited(bookmark);
}

void BookmarkList::remove(std::uint64_t number)
{
    const auto found = std::ranges::find(m_all, number, &Bookmark::number);
    if (found == m_all.end())
        return;
    const Bookmark bookmark = *found;
    m_all.erase(found);
    emit changed();
    emit removed(bookmark);
}

void BookmarkList::forget()
{
    m_newest = 0;
    if (!std::exchange(m_all, {}).empty())
        emit changed();
}

} // namespace ember::views
