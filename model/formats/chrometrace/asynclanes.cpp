// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/chrometrace/asynclanes.h"

#include <queue>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace ember::model::chrometrace {

namespace {

// The calls of one id.
struct Group {
    std::size_t events = 0;
    CallTimeline timeline;

    Nanoseconds start() const { return timeline.changes.front().time; }

    Nanoseconds end() const { return timeline.changes.back().time; }
};

class Lanes {
public:
    explicit Lanes(std::size_t most) : m_most(most) { }

    void add(const std::string &pid, std::vector<Group> groups)
    {
        std::ranges::stable_sort(groups, {}, &Group::start);
        // When lanes are free again, the soonest first; of those that are, the first.
        std::priority_queue<std::pair<Nanoseconds, std::size_t>,
                            std::vector<std::pair<Nanoseconds, std::size_t>>, std::greater<>>
            busy;
        std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> free;
        std::size_t number = 0;
        for (auto &group : groups) {
            for (; !busy.empty() && busy.top().first <= group.start(); busy.pop())
                free.push(busy.top().second);
            if (free.empty() && m_lanes.lanes.size() == m_most) {
                m_lanes.leftOut += group.events;
                continue;
            }
            if (free.empty()) {
                free.push(m_lanes.lanes.size());
                m_lanes.lanes.push_back({.pid = pid, .number = ++number, .timelines = {}});
            }
            busy.emplace(group.end(), free.top());
            m_lanes.lanes[free.top()].timelines.push_back(std::move(group.timeline));
            free.pop();
        }
    }

    AsyncLanes take() { return std::move(m_lanes); }

private:
    std::size_t m_most;
    AsyncLanes m_lanes;
};

} // namespace

AsyncLanes asyncLanes(const TraceEvents &events, std::size_t most)
{
    Lanes lanes(most);
    std::map<std::string, std::vector<Group>> processes;
    std::uint64_t lonelyEnds = 0;
    for (const auto &[id, async] : events.asyncCalls) {
        Group group{async.calls.size(), callTimeline(async.calls)};
        if (group.timeline.changes.empty())
            lonelyEnds += group.timeline.unmatched;
        else
            processes[async.pid].push_back(std::move(group));
    }
    for (auto &[pid, groups] : processes)
        lanes.add(pid, std::move(groups));
    auto result = lanes.take();
    result.lonelyEnds = lonelyEnds;
    return result;
}

} // namespace ember::model::chrometrace
