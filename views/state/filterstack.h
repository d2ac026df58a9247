// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callfilter.h"
#include "model/query/callweights.h"
#include "model/query/selection.h"
#include "views/jobs/pacedjob.h"

#include <QObject>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ember::views {

class OpenProfile;
class SumsQuery;

using model::Counted;

// The filters that narrow the views of sums, beside range and threads.
struct Filters {
    std::vector<model::CallFilter> calls; // in the order in which they are applied
    Counted counted = Counted::Busy;

    friend bool operator==(const Filters &, const Filters &) = default;
};

// The filters that all views of sums apply, in this order. NarrowingHistory has their earlier
// states. Lives in the UI thread.
class FilterStack : public QObject {
    Q_OBJECT
public:
    const Filters &now() const { return m_now; }
    const std::vector<model::CallFilter> &calls() const { return m_now.calls; }
    // Appends a filter, unless it exists already.
    void add(const model::CallFilter &filter);
    void remove(std::size_t place);
    // Moves a filter to the place of another one; the filters between shift by one.
    void move(std::size_t from, std::size_t to);
    bool contains(const model::CallFilter &filter) const;

    // Which part of threads' time counts, as the user has chosen; see SumsQuery::countedNow().
    Counted counted() const { return m_now.counted; }
    void setCounted(Counted counted);

    bool isEmpty() const { return m_now == Filters(); }
    void clear() { set({}); }
    void set(Filters filters);

    // Removes all filters, without a signal, since another profile is opened.
    void forget() { m_now = {}; }

signals:
    void changed();

private:
    Filters m_now;
};

// Tells which frames' functions, and which stacks' samples, the call filters keep. A chart in time
// order greys out the rest. Computed off the UI thread.
class FilteredFrames : public QObject {
    Q_OBJECT
public:
    // Both must outlive it.
    FilteredFrames(const OpenProfile &profile, const SumsQuery &sums);

    // Whether filters of calls leave anything out.
    bool isFiltering() const { return !m_isLeft->stacks.empty(); }
    // Whether any call of the frame's function is left. Frames and stacks that came after the last
    // answer count as left.
    bool isLeft(model::FrameIndex frame) const
    {
        return frame.row() >= m_isLeft->frames.size() || m_isLeft->frames[frame.row()] != 0;
    }
    // Whether samples of the stack count.
    bool isLeft(model::StackIndex stack) const
    {
        return stack.row() >= m_isLeft->stacks.size() || m_isLeft->stacks[stack.row()] != 0;
    }

    // The present marks of all stacks, for computations off the UI thread; empty: nothing is
    // filtered. Never null.
    std::shared_ptr<const model::StackMarks> stacksLeft() const
    {
        return {m_isLeft, &m_isLeft->stacks};
    }

    // A number that changes with each answer.
    std::uint64_t serial() const { return m_serial; }

    // Call when the filters have changed.
    void ask();
    // Call when the profile has changed: everything is left until there is an answer.
    void forget();

signals:
    void changed();

private:
    struct Marks {
        std::vector<std::uint8_t> frames;
        model::StackMarks stacks;
    };

    PacedJob<Marks>::Work question() const;
    void show(Marks marks);

    const OpenProfile &m_profile;
    const SumsQuery &m_sums;
    std::shared_ptr<const Marks> m_isLeft = std::make_shared<Marks>(); // empty: nothing is filtered
    std::uint64_t m_serial = 0;
    PacedJob<Marks> m_job;
};

} // namespace ember::views
