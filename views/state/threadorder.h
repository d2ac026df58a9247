// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"
#include "views/state/threadgroups.h"

#include <QSet>

#include <cstdint>
#include <functional>
#include <vector>

namespace ember::views {

// Activity: the main thread, then the longest running ones. Running: the longest running ones in
// the selection; groups by their sums. Own: as moved by the user.
enum class ThreadSort : std::uint8_t { Activity, Name, Start, Own, Running };
enum class Pinned : std::uint8_t { No, Yes };
enum class Open : std::uint8_t { No, Yes };
// Whether idle threads that have begun to work leave the group of idle ones.
enum class Woken : std::uint8_t { Stay, Leave };

// The user's changes of the order.
struct ThreadArrangement {
    ThreadSort sort = ThreadSort::Activity;
    std::vector<model::ThreadIndex> order; // for an own order: the first threads; all others follow
    std::vector<model::ThreadIndex> pinned;

    friend bool operator==(const ThreadArrangement &, const ThreadArrangement &) = default;
};

// The order of a profile's threads, in the chart and in the selector. Pinned threads come first,
// then the program's main thread if the order is by activity and it does not just wait for the
// others, then the others as sorted, those with similar names together, idle ones last. Only
// threads with samples. Threads that come later are at the end until the next sort. Setters return
// whether they changed something.
class ThreadOrder {
public:
    // In order; the threads of a group are neighbours.
    const std::vector<model::ThreadIndex> &threads() const { return m_threads; }
    const std::vector<ThreadGroup> &groups() const { return m_groups; }
    ThreadSort sortedBy() const { return m_sort; }

    bool contains(model::ThreadIndex thread) const { return m_known.contains(thread.raw()); }
    bool isPinned(model::ThreadIndex thread) const { return m_pinned.contains(thread.raw()); }
    // Whether the group's threads are shown one by one. Single threads always are. Groups are as
    // the user has left them; before that they are closed, except a first group of similar names:
    // otherwise nothing at the top would be seen in detail.
    bool isOpen(const ThreadGroup &group) const;
    bool isOpen(const QString &groupKey) const { return m_open.contains(groupKey); }
    const QSet<QString> &openGroups() const { return m_open; } // by key
    // Returns the thread's group; null for a thread that is not in the order. Linear in the
    // threads.
    const ThreadGroup *groupOf(model::ThreadIndex thread) const;

    // Adds threads that have got samples; those that work are not put into the group of idle ones.
    // `woken` tells whether idle threads that have begun to work leave it.
    bool addNew(const model::SpanTable &spans, Woken woken = Woken::Leave);
    // Sorts; Running uses the running time in the whole profile.
    bool sort(const model::SpanTable &spans, ThreadSort by);
    // Sorts by running time in a range, or in what filters leave. `running` is by thread; threads
    // beyond its end did not run.
    bool sortByRunning(const model::SpanTable &spans, std::vector<model::Nanoseconds> running);
    bool setPinned(const model::SpanTable &spans, const std::vector<model::ThreadIndex> &threads,
                   Pinned pinned);
    // Moves threads before the thread `before`, or after all others if `before` is invalid.
    bool move(const model::SpanTable &spans, const std::vector<model::ThreadIndex> &moved,
              model::ThreadIndex before);
    bool setOpen(const QString &groupKey, Open open);

    ThreadArrangement arrangement() const;
    bool arrangeAs(const model::SpanTable &spans, const ThreadArrangement &wanted);

    // Takes over the order `earlier` of the profile before it was read again. `now` maps its
    // threads to the new indices; invalid for those that are gone.
    using NewIndex = std::function<model::ThreadIndex(model::ThreadIndex)>;
    void reread(const ThreadOrder &earlier, const NewIndex &now, const model::SpanTable &after);

private:
    using Rows = QSet<std::uint32_t>;

    bool enter(const model::Profile &profile, model::ThreadIndex thread);
    bool noteActive(const model::SpanTable &spans, std::size_t first = 0);
    bool sortAgain(const model::SpanTable &spans, ThreadSort by);
    bool arrange(const model::Profile &profile);
    model::Nanoseconds runningOf(const ThreadGroup &group) const;
    void sortGroups(std::vector<ThreadGroup> &groups) const;
    void openFirst(const std::vector<ThreadGroup> &groups);
    std::vector<model::ThreadIndex> sorted(const model::SpanTable &spans) const;

    std::vector<model::ThreadIndex> m_threads;
    std::vector<ThreadGroup> m_groups;
    Rows m_known; // threads that are in m_threads
    Rows m_pinned;
    Rows m_active; // threads that have been active since the last sort
    QSet<QString> m_open;
    QSet<QString> m_decided; // keys of groups that were opened, or left closed, once
    ThreadSort m_sort = ThreadSort::Activity;
    std::vector<model::Nanoseconds> m_running; // by thread, if sorted by it
};

} // namespace ember::views
