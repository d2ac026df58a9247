// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"
#include "views/state/threadorder.h"

#include <QHash>
#include <QObject>
#include <QSet>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ember::views {

enum class Shown : std::uint8_t { No, Yes };
enum class Collapsed : std::uint8_t { No, Yes };
// Which rows of an unfolded thread the chart shows.
enum class ThreadRows : std::uint8_t { Fitting, All };
// Whether all threads are folded to lanes, and all groups open except those of idle threads, which
// leave their height to the others.
enum class LanesOnly : std::uint8_t { No, Yes };
// Whether rows stay where they are while a capture grows.
enum class Held : std::uint8_t { No, Yes };

class OpenProfile;

// What the user has folded and unfolded.
struct FoldLists {
    std::vector<model::ThreadIndex> folded;
    std::vector<model::ThreadIndex> unfolded;
    // Groups, each by one of its threads.
    std::vector<model::ThreadIndex> closed;
    std::vector<model::ThreadIndex> open;

    friend bool operator==(const FoldLists &, const FoldLists &) = default;
};

// What is folded now, and what was folded before everything became lanes (empty unless
// `lanesOnly`).
struct ThreadFolds {
    LanesOnly lanesOnly = LanesOnly::No;
    FoldLists now;
    FoldLists beforeLanes;

    friend bool operator==(const ThreadFolds &, const ThreadFolds &) = default;
};

// The threads of the open profile that have samples: which of them count in sums and searches
// ("shown"), which are folded to lanes in the chart, and their order: at first the busiest first,
// later ones at the end. Second records (model/query/secondrecords.h) do not count until the user
// wants it. Belongs to the view state and lives in the UI thread.
class ThreadChoice : public QObject {
    Q_OBJECT
public:
    // The profile must outlive it.
    explicit ThreadChoice(const OpenProfile &profile) : m_profile(profile) { }

    const ThreadOrder &order() const { return m_order; }
    const std::vector<model::ThreadIndex> &all() const { return m_order.threads(); }
    void sort(ThreadSort by);
    void sort() { sort(m_order.sortedBy()); } // sorts again, with later threads
    // Sorts by running time in the selection; `running` is by thread.
    void sortByRunning(std::vector<model::Nanoseconds> running);
    void setPinned(model::ThreadIndex thread, Pinned pinned)
    {
        setPinned(std::vector{thread}, pinned);
    }
    void setPinned(const std::vector<model::ThreadIndex> &threads, Pinned pinned);
    // Moves threads before the thread `before`, or after all others if `before` is invalid.
    void move(const std::vector<model::ThreadIndex> &threads, model::ThreadIndex before);
    void arrange(const ThreadArrangement &arrangement);
    void setGroupOpen(const QString &key, Open open);
    void setAllGroupsOpen(Open open);

    std::vector<model::ThreadIndex> shown() const;
    bool isAnyHidden() const { return !m_hidden.isEmpty(); }
    bool isShown(model::ThreadIndex thread) const
    {
        return m_order.contains(thread) && !m_hidden.contains(thread.raw());
    }
    void setShown(model::ThreadIndex thread, Shown shown) { setShown(std::vector{thread}, shown); }
    void setShown(const std::vector<model::ThreadIndex> &threads, Shown shown);
    void showOnly(const std::vector<model::ThreadIndex> &threads) { showOnly(threads, {}); }
    // Lets all threads count but second records.
    void showUsual();
    // Whether just the usual threads count, which are all but second records.
    bool isUsual() const { return m_hidden == m_second; }
    // Whether the shown threads are neither all of them nor the usual ones.
    bool isNarrowed() const { return isAnyHidden() && !isUsual(); }
    // Returns the second records, indices ascending.
    std::vector<model::ThreadIndex> secondRecords() const;
    // Whether all of these threads are second records; false for an empty list.
    bool areSecondRecords(std::span<const model::ThreadIndex> threads) const;
    // Lets only this thread count until others are shown again: for a chosen slow frame or span,
    // which concerns no other thread. If the thread is invalid or has no samples, undoes earlier
    // calls: the threads that counted before the first of these count again.
    void countAlone(model::ThreadIndex thread);
    // What countAlone() can take back. The history restores this together with the threads.
    struct Alone {
        model::ThreadIndex thread; // counts alone, unless others were shown since; invalid: none
        std::optional<QSet<std::uint32_t>> hiddenBefore; // empty: just second records
    };
    const Alone &alone() const { return m_alone; }
    void showOnly(const std::vector<model::ThreadIndex> &threads, const Alone &alone);

    // Whether the thread is folded to a lane. The revealed thread, such as that of the selected
    // call, is unfolded until the user folds it, or folds or unfolds all. Others are as the user
    // has left them; a thread that the user has not touched is folded if only lanes are shown, or
    // if the chart lacks height for its rows.
    bool isCollapsed(model::ThreadIndex thread) const;
    void setCollapsed(model::ThreadIndex thread, Collapsed collapsed);
    void setAllCollapsed(Collapsed collapsed);
    // Whether the user has folded or unfolded the thread.
    bool isFoldedByHand(model::ThreadIndex thread) const
    {
        return m_folds.byHand.contains(thread.raw());
    }
    // Whether the user wants all rows of the thread, which holds until it is folded.
    ThreadRows rows(model::ThreadIndex thread) const
    {
        return m_folds.withAllRows.contains(thread.raw()) ? ThreadRows::All : ThreadRows::Fitting;
    }
    void setRows(model::ThreadIndex thread, ThreadRows rows);
    // Set by the list of threads beside a chart while the pointer is there, so that what is clicked
    // at does not move as a capture grows: idle threads that have begun to work stay where they
    // are, and charts keep their rows.
    void setHeld(Held held);
    Held held() const { return m_held; }
    // Whether the chart shows the threads of a group one by one; the second function takes the
    // group's key. True for a single thread. A group is as the user has left it; one that the user
    // has not touched is also open while there is height for it.
    bool isOpen(const ThreadGroup &group) const
    {
        return group.kind == ThreadGroup::Kind::Single || isOpen(group.key);
    }
    bool isOpen(const QString &groupKey) const;
    // Whether the user has opened or closed the group.
    bool isOpenByHand(const ThreadGroup &group) const
    {
        return m_folds.groupsByHand.contains(group.key);
    }
    // Called by the chart: sets the threads that it has height to unfold, and the keys of closed
    // groups that it has height to open. Until the first call there is height for all threads. Does
    // nothing after arrangeLike().
    void setRoomFor(const std::vector<model::ThreadIndex> &threads, const QSet<QString> &groups);
    // Whether everything has been folded to lanes; setting it to No takes that back.
    LanesOnly lanesOnly() const { return m_folds.lanesOnly; }
    void setLanesOnly(LanesOnly wanted);
    // Returns what has been folded by hand, in the order of the threads; fold() restores it.
    ThreadFolds foldsByHand() const;
    void fold(const ThreadFolds &folds);
    // Opens the group of a thread, and unfolds the thread until another one is revealed or the user
    // folds it.
    void reveal(model::ThreadIndex thread);
    // Reveals a thread, and lets charts scroll to it.
    void goTo(model::ThreadIndex thread);

    // Arranges threads like those of another profile: `partnerOf` maps the leader's threads to
    // those of this profile, invalid for none. Threads of this profile without a partner come after
    // the others; they are shown if just the usual threads of the leader are.
    void arrangeLike(const ThreadChoice &leader, const ThreadOrder::NewIndex &partnerOf);

signals:
    void changed(); // shown threads, their order, threads collapsed by hand or open groups
    void goneTo(ember::model::ThreadIndex thread);
    // Threads or groups were folded or unfolded, not by the user but for lack of height or for a
    // revealed thread; or rows are not held any more. Concerns charts only.
    void foldsChanged();

private:
    friend class ViewState;

    using Rows = QSet<std::uint32_t>;
    using ThreadsByHand = QHash<std::uint32_t, Collapsed>;
    using GroupsByHand = QHash<QString, Open>; // by key

    // Forgets all threads and choices, since another profile is opened. Emits nothing.
    void forget();
    // Keeps the choices after the profile was read again: its threads have other indices, and some
    // may be gone. Emits nothing.
    void reread(const model::Profile &before, const model::SpanTable &after);
    // Adds the threads that are new in a snapshot; returns whether threads or groups have changed.
    // Emits nothing.
    bool addNew();

    struct Folds {
        ThreadsByHand byHand;
        GroupsByHand groupsByHand;
        std::optional<Rows> withRoom; // threads with height for their rows; empty: not known yet
        QSet<QString> groupsWithRoom; // by key
        Rows withAllRows;
        model::ThreadIndex revealed;
        LanesOnly lanesOnly = LanesOnly::No;
    };

    // What setLanesOnly(LanesOnly::No) restores.
    struct BeforeLanes {
        ThreadsByHand byHand;
        GroupsByHand groupsByHand;
        QSet<QString> openGroups;
    };

    void noteSecondRecords(const model::Profile &profile);
    void judgeNew(const model::Profile &profile);
    Rows allRows() const;
    // Hides all other threads; returns whether this changes anything.
    bool hideAllBut(const std::vector<model::ThreadIndex> &threads);
    FoldLists listsOf(const ThreadsByHand &threads, const GroupsByHand &groups) const;
    void fold(const FoldLists &lists);
    void take(const ThreadChoice &other, const ThreadOrder::NewIndex &newIndex,
              const model::SpanTable &spans);
    void emitIf(bool hasChanged);

    const OpenProfile &m_profile;
    ThreadOrder m_order;
    Rows m_hidden;
    Rows m_second; // second records
    // Whether the threads of a process are second records, by process; processes whose threads may
    // still become such have no entry.
    QHash<std::uint32_t, bool> m_judged;
    Alone m_alone;
    Held m_held = Held::No;
    Folds m_folds;
    BeforeLanes m_beforeLanes;
    bool m_isFollower = false; // folded like another choice, whatever height there is
};

// Returns the thread of a profile that was read again; invalid if it is gone.
model::ThreadIndex sameThread(const model::Profile &before, model::ThreadIndex thread,
                              const model::Profile &after);

} // namespace ember::views
