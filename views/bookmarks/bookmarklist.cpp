// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/bookmarks/bookmarklist.h"

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

constexpr auto startOf = [](const Bookmark &bookmark) { return bookmark.range.start; };

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
        const auto next = std::ranges::upper_bound(m_all, from, {}, startOf);
        return next == m_all.end() ? &m_all.front() : &*next;
    }
    const auto next = std::ranges::lower_bound(m_all, from, {}, startOf);
    return next == m_all.begin() ? &m_all.back() : &*std::prev(next);
}

void BookmarkList::insert(Bookmark bookmark)
{
    m_newest = std::max(m_newest, bookmark.number);
    const auto place = std::ranges::upper_bound(m_all, bookmark.range.start, {}, startOf);
    m_all.insert(place, std::move(bookmark));
}

void BookmarkList::restore(std::vector<Bookmark> kept)
{
    for (Bookmark &bookmark : kept) {
        if (!find(bookmark.number))
            insert(std::move(bookmark));
    }
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
