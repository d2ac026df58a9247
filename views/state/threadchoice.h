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

// Which threads of the open profile are drawn, in which order, and how: busiest first when the
// profile was opened, later ones at the end. Only threads with samples. Belongs to the view state
// and lives in the UI thread.
class ThreadChoice : public QObject {
    Q_OBJECT
public:
    // The profile must outlive it.
    explicit ThreadChoice(const OpenProfile &profile) : m_profile(profile) { }

    const ThreadOrder &order() const { return m_order; }
    const std::vector<model::ThreadIndex> &all() const { return m_order.threads(); }
    void sort(ThreadSort by);
    void sort() { sort(m_order.sortedBy()); } // again, with later ones
    // By what they ran in what is selected: by thread.
    void sortByRunning(std::vector<model::Nanoseconds> running);
    void setPinned(model::ThreadIndex thread, Pinned pinned)
    {
        setPinned(std::vector{thread}, pinned);
    }
    void setPinned(const std::vector<model::ThreadIndex> &threads, Pinned pinned);
    // Before that one, or after all others if it is invalid.
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

    // As threads of another profile are: `partnerOf` gives those of ours, invalid for none. Ours
    // that are nobody's partner stand after the others, and are shown unless some of those are
    // hidden.
    void arrangeLike(const ThreadChoice &leader, const ThreadOrder::NewIndex &partnerOf);

signals:
    void changed(); // which are shown, their order, which are collapsed, which groups are open

private:
    friend class ViewState;

    using Rows = QSet<std::uint32_t>;

    // Another profile. Emits nothing.
    void forget();
    // The profile was read again: its threads have other indices, and some may be gone. What was
    // chosen for the others holds. Emits nothing.
    void reread(const model::Profile &before, const model::SpanTable &after);
    // Whether a snapshot has threads that were not there before. Emits nothing.
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

} // namespace ember::views
