// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"
#include "views/state/threadorder.h"

#include <QObject>
#include <QSet>

#include <cstdint>
#include <vector>

namespace ember::views {

enum class Shown : std::uint8_t { No, Yes };
enum class Collapsed : std::uint8_t { No, Yes };

class OpenProfile;

// The threads of the open profile that are drawn, their order and appearance: busiest first when
// the profile was opened, later ones at the end. Only threads with samples. Belongs to the view
// state and lives in the UI thread.
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
    void showOnly(const std::vector<model::ThreadIndex> &threads);
    void showAll() { showOnly(all()); }

    bool isCollapsed(model::ThreadIndex thread) const { return m_collapsed.contains(thread.raw()); }
    void setCollapsed(model::ThreadIndex thread, Collapsed collapsed);
    void setAllCollapsed(Collapsed collapsed);

    // Arranges threads like those of another profile: `partnerOf` maps its threads to ours, invalid
    // for none. Our threads without a partner come after the others; they are shown unless some
    // threads of the other profile are hidden.
    void arrangeLike(const ThreadChoice &leader, const ThreadOrder::NewIndex &partnerOf);

signals:
    void changed(); // shown threads, their order, collapsed threads or open groups

private:
    friend class ViewState;

    using Rows = QSet<std::uint32_t>;

    // Another profile is opened. Emits nothing.
    void forget();
    // The profile was read again: its threads have other indices, and some may be gone. The choices
    // for the others are kept. Emits nothing.
    void reread(const model::Profile &before, const model::SpanTable &after);
    // Adds the threads that are new in a snapshot; returns whether there are any. Emits nothing.
    bool addNew();

    Rows allRows() const;
    void take(const ThreadOrder &order, const Rows &hidden, const Rows &collapsed,
              const ThreadOrder::NewIndex &newIndex, const model::SpanTable &spans);
    void emitIf(bool hasChanged);

    const OpenProfile &m_profile;
    ThreadOrder m_order;
    Rows m_hidden;
    Rows m_collapsed;
};

// Returns the thread of a profile that was read again; invalid if it is gone.
model::ThreadIndex sameThread(const model::Profile &before, model::ThreadIndex thread,
                              const model::Profile &after);

} // namespace ember::views
