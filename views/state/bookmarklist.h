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

// A place somebody wants to come back to, and why. Its thread is named as captures name it: indices
// change when a profile is read again.
struct Bookmark {
    std::uint64_t number = 0;
    model::TimeRange range; // empty: a moment
    std::string profilerId; // of the thread's process
    std::string threadId; // both "": of no thread
    QString note;

    friend bool operator==(const Bookmark &, const Bookmark &) = default;
};

// Of an id that was used more than once: the thread that was there then, as far as that is known.
// Invalid: the profile has none such.
model::ThreadIndex threadOf(const model::Profile &profile, const Bookmark &bookmark);
void setThread(Bookmark &bookmark, const model::Profile &profile, model::ThreadIndex thread);

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
