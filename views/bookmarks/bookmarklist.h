// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/bookmarks/bookmark.h"
#include "views/boxreference.h"

#include <QObject>

#include <cstdint>
#include <vector>

namespace ember::views {

// The bookmarks of the profile that is open. Belongs to the view state and lives in its thread;
// who keeps them listens.
class BookmarkList : public QObject {
    Q_OBJECT
public:
    // By time.
    const std::vector<Bookmark> &all() const { return m_all; }
    // Null: there is none of that number (any more).
    const Bookmark *find(std::uint64_t number) const;
    // The nearest one that begins behind, or before, a moment; behind the last one comes the first,
    // before the first one the last. Null: there are none.
    const Bookmark *nearest(model::Timestamp from, Direction direction) const;

    // As they were kept; those that were added meanwhile stay.
    void restore(std::vector<Bookmark> kept);
    // Gives it a number and returns that.
    std::uint64_t add(Bookmark bookmark);
    void setNote(std::uint64_t number, const QString &note);
    void remove(std::uint64_t number);
    // Another profile. Keeps what was kept.
    void forget();

signals:
    void changed();
    // By the reader, to be kept.
    void edited(const ember::views::Bookmark &bookmark);
    void removed(const ember::views::Bookmark &bookmark);

private:
    void insert(Bookmark bookmark);

    std::vector<Bookmark> m_all;
    std::uint64_t m_newest = 0;
};

} // namespace ember::views
