// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"

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

    // Those that have got samples: busiest first, and later ones at the end.
    bool addNew(const model::SpanTable &spans);
    // Busiest first, whenever they came.
    bool sort(const model::SpanTable &spans);
    // The profile was read again: its threads have other indices, and some may be gone. What was
    // chosen for the others holds.
    void reread(const model::Profile &before, const model::SpanTable &after);

    const std::vector<model::ThreadIndex> &all() const { return m_threads; }

    std::vector<model::ThreadIndex> shown() const;

    bool isAnyHidden() const { return !m_hidden.isEmpty(); }

    bool isShown(model::ThreadIndex thread) const
    {
        return m_known.contains(thread.raw()) && !m_hidden.contains(thread.raw());
    }

    bool isCollapsed(model::ThreadIndex thread) const { return m_collapsed.contains(thread.raw()); }

    bool setShown(model::ThreadIndex thread, Shown shown);
    bool setShown(const std::vector<model::ThreadIndex> &threads); // these and no others
    bool setCollapsed(model::ThreadIndex thread, Collapsed collapsed);
    bool setAllCollapsed(Collapsed collapsed);

private:
    using Rows = QSet<std::uint32_t>;

    bool enter(const model::Profile &profile, model::ThreadIndex thread);

    std::vector<model::ThreadIndex> m_threads;
    Rows m_known; // of m_threads
    Rows m_hidden;
    Rows m_collapsed;
};

} // namespace ember::views
