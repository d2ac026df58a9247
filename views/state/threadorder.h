// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"
#include "views/state/threadgroups.h"

#include <QSet>

#include <cstdint>
#include <functional>
#include <vector>

namespace ember::views {

// Activity: the main thread, then who ran longest. Running: who ran longest, in what is selected;
// groups by their sums. Own: as the reader has moved them.
enum class ThreadSort : std::uint8_t { Activity, Name, Start, Own, Running };
enum class Pinned : std::uint8_t { No, Yes };
enum class Open : std::uint8_t { No, Yes };

// What the reader has made of the order.
struct ThreadArrangement {
    ThreadSort sort = ThreadSort::Activity;
    std::vector<model::ThreadIndex> order; // of an own one: who stands first; the others follow
    std::vector<model::ThreadIndex> pinned;

    friend bool operator==(const ThreadArrangement &, const ThreadArrangement &) = default;
};

// How the threads of a profile stand under each other: the one order of the chart and of the
// selector. Pinned ones first, then the program's main thread if they go by activity and it does
// not just wait for them, then the others as they are sorted, alike ones together, idle ones last.
// Only threads with samples. Those that come later stand behind those that are there, until they
// are sorted. Setters say whether they changed something.
class ThreadOrder {
public:
    // Group by group.
    const std::vector<model::ThreadIndex> &threads() const { return m_threads; }
    const std::vector<ThreadGroup> &groups() const { return m_groups; }
    ThreadSort sortedBy() const { return m_sort; }

    bool contains(model::ThreadIndex thread) const { return m_known.contains(thread.raw()); }
    bool isPinned(model::ThreadIndex thread) const { return m_pinned.contains(thread.raw()); }
    // A thread that stands alone always is. Groups are as somebody has left them; until then, alike
    // ones are open where there is room for them, and those most of which was drawn before.
    bool isOpen(const ThreadGroup &group) const;
    bool isOpen(const QString &groupKey) const { return m_open.contains(groupKey); }
    // Null for a thread it does not contain. Linear in the threads.
    const ThreadGroup *groupOf(model::ThreadIndex thread) const;

    // Threads that have got samples; idle ones that have begun to work.
    bool addNew(const model::SpanTable &spans);
    // By Running: that of the whole profile.
    bool sort(const model::SpanTable &spans, ThreadSort by);
    // By that of a range, or of what filters leave: by thread; who is not in it did not run.
    bool sortByRunning(const model::SpanTable &spans, std::vector<model::Nanoseconds> running);
    bool setPinned(const model::SpanTable &spans, const std::vector<model::ThreadIndex> &threads,
                   Pinned pinned);
    // Puts them before that thread, or behind all others if it is invalid.
    bool move(const model::SpanTable &spans, const std::vector<model::ThreadIndex> &moved,
              model::ThreadIndex before);
    bool setOpen(const QString &groupKey, Open open);

    ThreadArrangement arrangement() const;
    bool arrangeAs(const model::SpanTable &spans, const ThreadArrangement &wanted);

    // The order that `earlier` was, of the profile read again, in which threads have other indices.
    // `now` is invalid for those that are gone.
    using NewIndex = std::function<model::ThreadIndex(model::ThreadIndex)>;
    void reread(const ThreadOrder &earlier, const NewIndex &now, const model::SpanTable &after);

private:
    using Rows = QSet<std::uint32_t>;

    bool enter(const model::Profile &profile, model::ThreadIndex thread);
    bool noteActive(const model::SpanTable &spans);
    bool sortAgain(const model::SpanTable &spans, ThreadSort by);
    bool arrange(const model::Profile &profile);
    model::Nanoseconds runningOf(const ThreadGroup &group) const;
    void sortGroups(std::vector<ThreadGroup> &groups) const;
    Rows drawn() const;
    void openWhereThereIsRoom(const std::vector<ThreadGroup> &groups, const Rows &drawn);
    std::vector<model::ThreadIndex> sorted(const model::SpanTable &spans) const;

    std::vector<model::ThreadIndex> m_threads;
    std::vector<ThreadGroup> m_groups;
    Rows m_known; // of m_threads
    Rows m_pinned;
    Rows m_active; // since they were sorted last
    QSet<QString> m_open;
    QSet<QString> m_decided; // open or not: that stays, however many threads come
    ThreadSort m_sort = ThreadSort::Activity;
    std::vector<model::Nanoseconds> m_running; // by thread, if they go by that
};

} // namespace ember::views
