// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "views/boxes/boxreference.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <string>
#include <vector>

namespace ember::views {

// A place to come back to, and a note on it. Its thread is identified as in captures: indices
// change when a profile is read again.
struct Bookmark {
    std::uint64_t number = 0;
    model::TimeRange range; // empty: a moment
    std::string profilerId; // of the thread's process
    std::string threadId; // both "": no thread
    QString note;

    friend bool operator==(const Bookmark &, const Bookmark &) = default;
};

// Returns the bookmark's thread. If its id was used more than once: the thread that existed at the
// bookmark's time, otherwise the first with the id. Invalid if the profile has no such thread.
model::ThreadIndex threadOf(const model::Profile &profile, const Bookmark &bookmark);
void setThread(Bookmark &bookmark, const model::Profile &profile, model::ThreadIndex thread);

// The bookmarks of the open profile. Emits signals for storing them. Belongs to the view state and
// lives in its thread.
class BookmarkList : public QObject {
    Q_OBJECT
public:
    // Sorted by time.
    const std::vector<Bookmark> &all() const { return m_all; }
    // Returns the bookmark with this number, or null.
    const Bookmark *find(std::uint64_t number) const;
    // Returns the nearest bookmark that begins after, or before, a moment; wraps around at the
    // ends. Null if there are none.
    const Bookmark *nearest(model::Timestamp from, Direction direction) const;

    // Adds stored bookmarks, except those whose number is there already.
    void restore(std::vector<Bookmark> kept);
    // Gives the bookmark a number and returns it.
    std::uint64_t add(Bookmark bookmark);
    void setNote(std::uint64_t number, const QString &note);
    void remove(std::uint64_t number);
    // Removes all bookmarks when another profile is opened; what is stored of them stays.
    void forget();

signals:
    void changed();
    // The user has added or changed a bookmark, or removed() one: whatever stores them has to
    // follow.
    void edited(const ember::views::Bookmark &bookmark);
    void removed(const ember::views::Bookmark &bookmark);

private:
    void insert(Bookmark bookmark);

    std::vector<Bookmark> m_all;
    std::uint64_t m_newest = 0;
};

} // namespace ember::views
