// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callfilter.h"

#include <QObject>

#include <cstddef>
#include <vector>

namespace ember::views {

enum class Counted : std::uint8_t { Everything, Running };

// What narrows the views of sums besides range and threads.
struct Filters {
    std::vector<model::CallFilter> calls; // in the order in which they are applied
    Counted counted = Counted::Everything;

    friend bool operator==(const Filters &, const Filters &) = default;
};

// The filters that all views of sums see, in the order in which they are applied. What they were
// before, NarrowingHistory knows. Lives in the UI thread.
class FilterStack : public QObject {
    Q_OBJECT
public:
    const Filters &now() const { return m_now; }
    const std::vector<model::CallFilter> &calls() const { return m_now.calls; }
    // Behind the others; one that is there already is not there twice.
    void add(const model::CallFilter &filter);
    void remove(std::size_t place);
    // To where another one stands, which makes room.
    void move(std::size_t from, std::size_t to);
    bool contains(const model::CallFilter &filter) const;

    // Whether the time in which threads waited counts.
    Counted counted() const { return m_now.counted; }
    void setCounted(Counted counted);

    bool isEmpty() const { return m_now == Filters(); }
    void clear() { set({}); }
    void set(Filters filters);

    // Another profile: no filters. Says nothing.
    void forget() { m_now = {}; }

signals:
    void changed();

private:
    Filters m_now;
};

} // namespace ember::views
