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
// Which rows of an unfolded thread the chart has.
enum class ThreadRows : std::uint8_t { Fitting, All };
// Whether all threads are lanes, and all groups open but that of the idle ones, whose room the
// others have.
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

// What is folded now, and what was before everything became lanes; that is empty unless it has.
struct ThreadFolds {
    LanesOnly lanesOnly = LanesOnly::No;
    FoldLists now;
    FoldLists beforeLanes;

    friend bool operator==(const ThreadFolds &, const ThreadFolds &) = default;
};

// The threads of the open profile: which of them count in sums and searches ("shown"), their order,
// and which are folded to lanes in the chart: busiest first when the profile was opened, later ones
// at the end. Only threads with samples. Second records (model/query/secondrecords.h) do not count
// until the user wants it. Belongs to the view state and lives in the UI thread.
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
    // Moves threads before another one, or after all if that is invalid.
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
    // Whether just these count.
    bool isUsual() const { return m_hidden == m_second; }
    // Whether threads are left out that usually count, or only some second records are.
    bool isNarrowed() const { return isAnyHidden() && !isUsual(); }
    // In rising order.
    std::vector<model::ThreadIndex> secondRecords() const;
    // Whether all of these are; false if there are none.
    bool areSecondRecords(std::span<const model::ThreadIndex> threads) const;
    // Lets this thread alone count, until others are shown again: for what is chosen and concerns
    // no other one, a slow frame or a span. If the thread has no samples or is invalid, what this
    // has done before is taken back: those count again that did before the first of these calls.
    void countAlone(model::ThreadIndex thread);
    // What there is to take back, for the history: it restores that together with the threads.
    struct Alone {
        model::ThreadIndex thread; // invalid: others were shown since
        std::optional<QSet<std::uint32_t>> hiddenBefore; // empty: the usual
    };
    const Alone &alone() const { return m_alone; }
    void showOnly(const std::vector<model::ThreadIndex> &threads, const Alone &alone);

    // Whether the thread is a lane: as the user has left it, otherwise by the room in the chart.
    // The thread of the selected call is unfolded meanwhile.
    bool isCollapsed(model::ThreadIndex thread) const;
    void setCollapsed(model::ThreadIndex thread, Collapsed collapsed);
    void setAllCollapsed(Collapsed collapsed);
    // Whether the user has folded or unfolded the thread.
    bool isFoldedByHand(model::ThreadIndex thread) const
    {
        return m_folds.byHand.contains(thread.raw());
    }
    // Whether the user wants all rows of the thread: until it is folded.
    ThreadRows rows(model::ThreadIndex thread) const
    {
        return m_folds.withAllRows.contains(thread.raw()) ? ThreadRows::All : ThreadRows::Fitting;
    }
    void setRows(model::ThreadIndex thread, ThreadRows rows);
    // For charts and the list of threads beside them: while the pointer is there, what is clicked
    // at does not move as a capture grows. Idle threads that have begun to work stay where they
    // are, and charts keep their rows.
    void setHeld(Held held);
    Held held() const { return m_held; }
    // Whether the chart shows the threads of a group, or the group with that key: as the user has
    // left it, otherwise also while there is room.
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
    // For the chart: the threads that it has room to unfold, all of them until this is called; and
    // the keys of closed groups that it has room to open.
    void setRoomFor(const std::vector<model::ThreadIndex> &threads, const QSet<QString> &groups);
    // Folds everything to lanes, or takes that back.
    LanesOnly lanesOnly() const { return m_folds.lanesOnly; }
    void setLanesOnly(LanesOnly wanted);
    // What has been folded by hand, in the order of the threads; and to fold like that again.
    ThreadFolds foldsByHand() const;
    void fold(const ThreadFolds &folds);
    // Opens the group of a thread and unfolds the thread, until another one is revealed.
    void reveal(model::ThreadIndex thread);

    // Arranges threads like those of another profile: `partnerOf` maps its threads to ours, invalid
    // for none. Our threads without a partner come after the others; they are shown unless some
    // threads of the other profile are hidden.
    void arrangeLike(const ThreadChoice &leader, const ThreadOrder::NewIndex &partnerOf);

signals:
    void changed(); // shown threads, their order, threads collapsed by hand or open groups
    // Threads are folded or unfolded by themselves, by the room or for the selected call. Nothing
    // but charts need care.
    void foldsChanged();

private:
    friend class ViewState;

    using Rows = QSet<std::uint32_t>;
    using ThreadsByHand = QHash<std::uint32_t, Collapsed>;
    using GroupsByHand = QHash<QString, Open>; // by key

    // Another profile is opened. Emits nothing.
    void forget();
    // The profile was read again: its threads have other indices, and some may be gone. The choices
    // for the others are kept. Emits nothing.
    void reread(const model::Profile &before, const model::SpanTable &after);
    // Adds the threads that are new in a snapshot; returns whether there are any. Emits nothing.
    bool addNew();

    struct Folds {
        ThreadsByHand byHand;
        GroupsByHand groupsByHand;
        std::optional<Rows> withRoom; // empty: not known yet
        QSet<QString> groupsWithRoom; // by key
        Rows withAllRows;
        model::ThreadIndex revealed;
        LanesOnly lanesOnly = LanesOnly::No;
    };

    // What is restored when lanes are not all that is wanted any more.
    struct BeforeLanes {
        ThreadsByHand byHand;
        GroupsByHand groupsByHand;
        QSet<QString> openGroups;
    };

    void noteSecondRecords(const model::Profile &profile);
    void judgeNew(const model::Profile &profile);
    Rows allRows() const;
    // Returns whether that changes anything.
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
    // Whether the threads of a process are second records; those that may still become ones are
    // not in it.
    QHash<std::uint32_t, bool> m_judged;
    Alone m_alone;
    Held m_held = Held::No;
    Folds m_folds;
    BeforeLanes m_beforeLanes;
    bool m_isFollower = false; // its room is that of another choice
};

// Returns the thread of a profile that was read again; invalid if it is gone.
model::ThreadIndex sameThread(const model::Profile &before, model::ThreadIndex thread,
                              const model::Profile &after);

} // namespace ember::views
