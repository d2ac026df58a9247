// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/chrometrace/callstacks.h"

#include <queue>

#include <algorithm>
#include <functional>
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

// Matches ends with beginnings. An end belongs to the innermost open call. If it has a name, a call
// of that name must be open: an end of a call that began before the recording, or that was lost,
// ends no other. Events of equal time keep their order in the file.
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
        // Counts by the end's own name, which may differ from the call's: ends of the same time may
        // be in any order.
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
    // The number of begin events without an end so far, by name.
    std::unordered_map<std::uint32_t, std::size_t> m_openOfName;
    Nanoseconds m_latest = Nanoseconds::min();
};

class Nesting {
public:
    explicit Nesting(CallTimeline &timeline) : m_timeline(timeline) { }

    // Computes the changes. `calls` are sorted by start, outer ones first.
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
        Nanoseconds end{}; // not after the end of the enclosing call
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

// An outermost asynchronous call and the calls nested in it.
struct Group {
    std::size_t events = 0;
    CallTimeline timeline;

    Nanoseconds start() const { return timeline.changes.front().time; }

    Nanoseconds end() const { return timeline.changes.back().time; }

    // Name of the outermost call; row 0 is no call.
    std::uint32_t name() const { return timeline.nodes[1].name; }
};

using Processes = std::map<std::string, std::vector<Group>>; // by process id; groups by their start

template<typename Value>
using Lowest = std::priority_queue<Value, std::vector<Value>, std::greater<>>;

// Assigns lanes to the calls of one process.
class Packer {
public:
    // Returns the number of the lane within the process. Call it in order of start.
    std::size_t laneFor(std::uint32_t kind, const Group &group)
    {
        auto &[busy, free] = m_kinds[kind];
        for (; !busy.empty() && busy.top().first <= group.start(); busy.pop())
            free.push(busy.top().second);
        if (free.empty())
            free.push(m_count++);
        const auto lane = free.top();
        free.pop();
        busy.emplace(group.end(), lane);
        return lane;
    }

    std::size_t count() const { return m_count; }

private:
    struct Kind {
        // Busy lanes, by the time from which they are free.
        Lowest<std::pair<Nanoseconds, std::size_t>> busy;
        Lowest<std::size_t> free;
    };

    std::unordered_map<std::uint32_t, Kind> m_kinds;
    std::size_t m_count = 0;
};

// Decides which calls share lanes: those of one name, if there are at least `enough` of them. All
// others share lanes, too, since otherwise a trace whose names all differ would have a lane for
// each.
class Kinds {
public:
    enum class By : std::uint8_t { Name, Nothing };

    Kinds(const std::vector<Group> &groups, By by)
    {
        for (const auto &group : groups) {
            if (by == By::Name)
                ++m_counts[group.name()];
        }
    }

    std::uint32_t operator[](const Group &group) const
    {
        const auto count = m_counts.find(group.name());
        return count != m_counts.end() && count->second >= enough ? group.name()
                                                                  : CallEvent::noName;
    }

private:
    static constexpr std::size_t enough = 4;

    std::unordered_map<std::uint32_t, std::size_t> m_counts;
};

// Calls `use(events)` with the events of each outermost call of an id. Returns the number of ends
// without a call.
template<typename Use>
std::uint64_t forEachOutermost(std::vector<CallEvent> calls, Use use)
{
    std::ranges::stable_sort(calls, {}, &CallEvent::start);
    std::uint64_t lonelyEnds = 0;
    std::vector<CallEvent> group;
    std::size_t open = 0;
    for (const auto &call : calls) {
        const bool isEnd = call.kind == CallKind::End;
        if (isEnd && open == 0) {
            ++lonelyEnds;
            continue;
        }
        group.push_back(call);
        open = isEnd ? open - 1 : open + 1;
        if (open == 0)
            use(std::exchange(group, {}));
    }
    if (!group.empty())
        use(std::move(group));
    return lonelyEnds;
}

Processes groupsOf(std::map<AsyncId, AsyncCalls> calls, Nanoseconds end, std::uint64_t &lonelyEnds)
{
    Processes processes;
    // Frees each id once it is processed: there may be as many ids as calls.
    while (!calls.empty()) {
        auto &async = calls.begin()->second;
        const auto add = [&](std::vector<CallEvent> events) {
            const auto count = events.size();
            processes[async.pid].push_back({count, callTimeline(std::move(events), end)});
        };
        lonelyEnds += forEachOutermost(std::move(async.calls), add);
        calls.erase(calls.begin());
    }
    for (auto &[pid, groups] : processes)
        std::ranges::stable_sort(groups, {}, &Group::start);
    return processes;
}

std::size_t laneCount(const Processes &processes, Kinds::By by)
{
    std::size_t count = 0;
    for (const auto &[pid, groups] : processes) {
        const Kinds kinds(groups, by);
        Packer packer;
        for (const auto &group : groups)
            packer.laneFor(kinds[group], group);
        count += packer.count();
    }
    return count;
}

void addLanes(const std::string &pid, std::vector<Group> &groups, Kinds::By by, std::size_t most,
              AsyncLanes &result)
{
    const Kinds kinds(groups, by);
    const auto first = result.lanes.size();
    Packer packer;
    for (auto &group : groups) {
        const auto kind = kinds[group];
        const auto lane = packer.laneFor(kind, group);
        if (first + lane >= most) {
            result.leftOut += group.events;
            continue;
        }
        if (first + lane == result.lanes.size())
            result.lanes.push_back({.pid = pid, .number = lane + 1, .name = kind, .timelines = {}});
        result.lanes[first + lane].timelines.push_back(std::move(group.timeline));
    }
}

} // namespace

CallTimeline callTimeline(std::vector<CallEvent> events, Nanoseconds openUntil)
{
    CallTimeline timeline;
    timeline.nodes.emplace_back();
    auto calls = Pairing(std::move(events), openUntil, timeline).take();
    std::ranges::stable_sort(calls, {}, [](const Call &call) {
        return std::pair(call.start, -call.end); // the longer one encloses the other
    });
    Nesting(timeline).run(calls);
    return timeline;
}

AsyncLanes asyncLanes(std::map<AsyncId, AsyncCalls> calls, Nanoseconds end, std::size_t most)
{
    AsyncLanes result;
    auto processes = groupsOf(std::move(calls), end, result.lonelyEnds);
    const auto by =
        laneCount(processes, Kinds::By::Name) <= most ? Kinds::By::Name : Kinds::By::Nothing;
    for (auto &[pid, groups] : processes)
        addLanes(pid, groups, by, most, result);
    return result;
}

} // namespace ember::model::chrometrace
