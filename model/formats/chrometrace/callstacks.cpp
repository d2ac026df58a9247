// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/chrometrace/callstacks.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <utility>

namespace ember::model::chrometrace {

namespace {

struct Call {
    Nanoseconds start{};
    Nanoseconds end{};
    std::uint32_t name = 0;
    bool isEndKnown = true;
};

// An end belongs to the innermost open call. If it names a call, one of that name must be open: an
// end of a call that began before the recording, or that was lost, ends no other. Of equal times
// the file's order counts.
class Pairing {
public:
    Pairing(std::vector<CallEvent> events, Nanoseconds openUntil, CallTimeline &timeline)
        : m_timeline(timeline)
    {
        std::ranges::stable_sort(events, {}, &CallEvent::start);
        for (const auto &event : events)
            add(event);
        m_timeline.unmatched += m_open.size();
        for (const auto row : m_open)
            m_calls[row].end = std::max(m_latest, openUntil);
    }

    std::vector<Call> take() && { return std::move(m_calls); }

private:
    void add(const CallEvent &event)
    {
        if (event.kind == CallKind::End)
            return end(event);
        const bool isComplete = event.kind == CallKind::Complete;
        if (!isComplete) {
            m_open.push_back(m_calls.size());
            ++m_openOfName[event.name];
        }
        m_calls.push_back({event.start, event.start + event.duration, event.name, isComplete});
        m_latest = std::max(m_latest, m_calls.back().end);
    }

    void end(const CallEvent &event)
    {
        if (m_open.empty() || (isNamed(event) && !isOpen(event.name))) {
            ++m_timeline.unmatched;
            return;
        }
        auto &call = m_calls[m_open.back()];
        m_open.pop_back();
        // Where ends of one time come in another order, each name is ended once.
        if (auto &open = m_openOfName[isNamed(event) ? event.name : call.name]; open > 0)
            --open;
        call.end = event.start;
        call.isEndKnown = true;
        m_latest = std::max(m_latest, call.end);
        const bool isOther = isNamed(event) && event.name != call.name;
        m_timeline.otherNames += isOther ? 1U : 0U;
    }

    static bool isNamed(const CallEvent &event) { return event.name != CallEvent::noName; }

    bool isOpen(std::uint32_t name) const
    {
        const auto open = m_openOfName.find(name);
        return open != m_openOfName.end() && open->second > 0;
    }

    CallTimeline &m_timeline;
    std::vector<Call> m_calls;
    std::vector<std::size_t> m_open; // rows of m_calls, innermost last
    // By name, how many beginnings have no end yet.
    std::unordered_map<std::uint32_t, std::size_t> m_openOfName;
    Nanoseconds m_latest = Nanoseconds::min();
};

class Nesting {
public:
    explicit Nesting(CallTimeline &timeline) : m_timeline(timeline) { }

    // `calls`: by their start, outer ones first.
    void run(const std::vector<Call> &calls)
    {
        for (const auto &call : calls) {
            endBefore(call.start);
            begin(call);
        }
        endBefore(Nanoseconds::max());
    }

private:
    struct Open {
        std::uint32_t row = 0;
        Nanoseconds end{}; // not behind that of the one around it
    };

    void begin(const Call &call)
    {
        auto end = call.end;
        if (!m_open.empty() && m_open.back().end < end) {
            end = m_open.back().end;
            m_timeline.crossing += call.isEndKnown ? 1U : 0U;
        }
        m_timeline.momentary += call.isEndKnown && end <= call.start ? 1U : 0U;
        const auto row = static_cast<std::uint32_t>(m_timeline.nodes.size());
        m_timeline.nodes.push_back({m_open.empty() ? 0 : m_open.back().row, call.name});
        m_open.push_back({row, end});
        change(call.start);
    }

    void endBefore(Nanoseconds time)
    {
        while (!m_open.empty() && m_open.back().end <= time) {
            const auto end = m_open.back().end;
            m_open.pop_back();
            change(end);
        }
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

    CallTimeline &m_timeline;
    std::vector<Open> m_open;
};

} // namespace

CallTimeline callTimeline(std::vector<CallEvent> events, Nanoseconds openUntil)
{
    CallTimeline timeline;
    timeline.nodes.emplace_back();
    auto calls = Pairing(std::move(events), openUntil, timeline).take();
    std::ranges::stable_sort(calls, {}, [](const Call &call) {
        return std::pair(call.start, -call.end); // the longer one is around the other
    });
    Nesting(timeline).run(calls);
    return timeline;
}

} // namespace ember::model::chrometrace
