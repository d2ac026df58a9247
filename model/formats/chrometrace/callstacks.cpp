// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/chrometrace/callstacks.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

namespace ember::model::chrometrace {

namespace {

// Equal times keep the order of the file; of complete events the longer one is around the other.
auto rank(const CallEvent &event)
{
    const bool isComplete = event.kind == CallKind::Complete;
    return std::tuple(event.start, isComplete, isComplete ? -event.duration : Nanoseconds());
}

class Timeline {
public:
    Timeline() { m_timeline.nodes.emplace_back(); }

    CallTimeline run(const std::vector<CallEvent> &events) &&
    {
        for (const auto &event : events) {
            endBefore(event.start);
            m_now = event.start;
            if (event.kind == CallKind::End)
                end(event.name);
            else
                begin(event);
        }
        endBefore(Nanoseconds::max());
        m_timeline.unmatched += m_open.size();
        while (!m_open.empty())
            pop(m_now);
        return std::move(m_timeline);
    }

private:
    struct Open {
        std::uint32_t row = 0;
        std::optional<Nanoseconds> end; // none: an End event says
    };

    void begin(const CallEvent &event)
    {
        Open open;
        if (event.kind == CallKind::Complete) {
            open.end = event.start + event.duration;
            // The innermost one that has an end bounds all that begin in it.
            if (!m_open.empty() && m_open.back().end && *m_open.back().end < *open.end) {
                open.end = m_open.back().end;
                ++m_timeline.crossing;
            }
        }
        open.row = static_cast<std::uint32_t>(m_timeline.nodes.size());
        m_timeline.nodes.push_back({m_open.empty() ? 0 : m_open.back().row, event.name});
        m_begun += open.end ? 0U : 1U;
        m_open.push_back(open);
        change(event.start);
    }

    // Complete calls that began within the one that ends here, and were to last longer, are cut.
    void end(std::uint32_t name)
    {
        if (m_begun == 0) {
            ++m_timeline.unmatched;
            return;
        }
        for (; m_open.back().end; pop(m_now))
            ++m_timeline.crossing;
        const bool isOther =
            name != CallEvent::noName && name != m_timeline.nodes[m_open.back().row].name;
        m_timeline.otherNames += isOther ? 1U : 0U;
        pop(m_now);
    }

    // Ends the innermost calls whose time is over by then.
    void endBefore(Nanoseconds time)
    {
        while (!m_open.empty() && m_open.back().end && *m_open.back().end <= time) {
            m_now = std::max(m_now, *m_open.back().end);
            pop(m_now);
        }
    }

    void pop(Nanoseconds time)
    {
        m_begun -= m_open.back().end ? 0U : 1U;
        m_open.pop_back();
        change(time);
    }

    void change(Nanoseconds time)
    {
        const auto row = m_open.empty() ? 0 : m_open.back().row;
        auto &changes = m_timeline.changes;
        if (!changes.empty() && changes.back().time == time)
            changes.back().row = row;
        else
            changes.push_back({time, row});
    }

    CallTimeline m_timeline;
    std::vector<Open> m_open;
    std::size_t m_begun = 0; // of the open ones, those that an End event ends
    Nanoseconds m_now{};
};

} // namespace

CallTimeline callTimeline(std::vector<CallEvent> events)
{
    std::ranges::stable_sort(events, {}, rank);
    return Timeline().run(events);
}

} // namespace ember::model::chrometrace
