// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"
#include "views/state/threadorder.h"

#include <QSet>

#include <cstdint>
#include <vector>

namespace ember::views {

enum class Shown : std::uint8_t { No, Yes };
enum class Collapsed : std::uint8_t { No, Yes };

// Which threads of a profile are drawn, in which order, and how. Only threads with samples. Setters
// say whether they changed something.
class ThreadChoice {
public:
    void clear() { *this = {}; }

    ThreadOrder &order() { return m_order; }
    const ThreadOrder &order() const { return m_order; }
    // The profile was read again: its threads have other indices, and some may be gone. What was
    // chosen for the others holds.
    void reread(const model::Profile &before, const model::SpanTable &after);
    // As threads of another profile are: `partnerOf` gives those of ours, invalid for none. Ours
    // that are nobody's partner stand behind the others, and are shown unless some of those are
    // hidden.
    void arrangeLike(const ThreadChoice &leader, const ThreadOrder::NewIndex &partnerOf,
                     const model::SpanTable &spans);

    std::vector<model::ThreadIndex> shown() const;

    bool isAnyHidden() const { return !m_hidden.isEmpty(); }

    bool isShown(model::ThreadIndex thread) const
    {
        return m_order.contains(thread) && !m_hidden.contains(thread.raw());
    }

    bool isCollapsed(model::ThreadIndex thread) const { return m_collapsed.contains(thread.raw()); }

    bool setShown(const std::vector<model::ThreadIndex> &threads, Shown shown);
    bool setShown(const std::vector<model::ThreadIndex> &threads); // these and no others
    bool setCollapsed(model::ThreadIndex thread, Collapsed collapsed);
    bool setAllCollapsed(Collapsed collapsed);

private:
    using Rows = QSet<std::uint32_t>;

    Rows all() const;
    void take(const ThreadChoice &from, const ThreadOrder::NewIndex &placeOf,
              const model::SpanTable &spans);

    ThreadOrder m_order;
    Rows m_hidden;
    Rows m_collapsed;
};

} // namespace ember::views
