// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/index.h"
#include "model/core/pages.h"
#include "model/core/rowset.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::callgrind {

using EntityIndex = Index<struct EntityTag>; // a function in one of its files
using CallIndex = Index<struct CallTag>;
using LineIndex = Index<struct LineTag>;

// A function in one of its files: what callgrind_annotate prints a line for. Texts are views into
// the file; "" means not known.
struct Entity {
    std::string_view name;
    std::string_view file;
    std::string_view object;
    std::uint32_t line = 0; // the first line with a cost; 0: not known
};

// Estimated bytes for lines with costs, and for the frames, stacks and samples made from them
// (measured). A sample has a value of each event, even if the file has the cost of one only.
constexpr std::uint64_t lineMemory(std::size_t lines, std::size_t costs, std::size_t events)
{
    constexpr std::uint64_t frameAndStack = 120;
    constexpr std::uint64_t value = 8;
    constexpr std::uint64_t cost = 16;
    return lines * (frameAndStack + value * events) + costs * cost;
}

// The bytes that lines may take: 64 MB plus 19 times the file, which with the file in memory is 20
// times.
constexpr std::uint64_t lineBudget(std::size_t fileBytes)
{
    constexpr std::uint64_t floor = 64'000'000;
    constexpr std::uint64_t perByte = 19;
    return floor + perByte * fileBytes;
}

// All calls of one function by another.
struct Call {
    EntityIndex caller;
    EntityIndex callee;
    std::uint32_t line = 0; // of the first call; 0: not known
};

// A source line of a function with self cost.
struct Line {
    EntityIndex entity;
    std::uint32_t line = 0;
};

// Costs by row of another table and by event. A line of a file may have only one of many events:
// costs of 0 take no memory.
class Costs {
public:
    void setEvents(std::size_t events) { m_byEvent.resize(events); }

    // Number of costs that are not 0, over all events.
    std::size_t count() const { return m_count; }

    void add(std::size_t row, std::span<const std::uint64_t> costs);

    // Sums up the costs of an event for at(), for row numbers below `rows`.
    void select(std::size_t event, std::size_t rows);

    // Frees an event's costs. It cannot be selected again; what at() returns stays.
    void forget(std::size_t event) { m_byEvent[event] = {}; }

    std::uint64_t at(std::size_t row) const { return m_selected[row]; }

private:
    struct Costed {
        std::vector<std::uint32_t, PageAllocator<std::uint32_t>>
            rows; // in file order; a row may occur several times
        std::vector<std::uint64_t, PageAllocator<std::uint64_t>> costs;
    };

    std::vector<Costed> m_byEvent;
    std::vector<std::uint64_t, PageAllocator<std::uint64_t>> m_selected; // by row
    std::size_t m_count = 0;
};

// The content of a file, summed up: which function called which at what cost, and the self cost of
// each line. The sum of all costs of an event is below 2^62, so partial sums cannot overflow.
class CallGraph {
public:
    using Lines = std::vector<Line, PageAllocator<Line>>;

    // Sets the names of the events. Call it before all others.
    void setEvents(std::vector<std::string> events);

    EntityIndex entity(const Entity &entity);
    // Each adds costs, and returns false if the sum of all would reach 2^62.
    bool addCall(const Call &call, std::span<const std::uint64_t> costs);
    bool addLine(const Line &line, std::span<const std::uint64_t> costs);

    const std::vector<std::string> &events() const { return m_events; }

    const std::vector<Entity> &entities() const { return m_entities; }

    const std::vector<Call> &calls() const { return m_calls; }

    const Lines &lines() const { return m_lines; }

    std::size_t lineCosts() const { return m_lineCosts.count(); }

    // Frees the hash tables by which rows are found; nothing can be added afterwards.
    void finish();

    // Chooses the event whose costs callCost() and lineCost() return. Call it after all costs have
    // been added.
    void selectEvent(std::size_t event);

    // Frees the line costs of the selected event, which cannot be selected again.
    void forgetLineCosts(std::size_t event) { m_lineCosts.forget(event); }

    // Frees all lines and their costs; calls and functions stay.
    void forgetLines();

    std::uint64_t callCost(CallIndex call) const { return m_callCosts.at(call.row()); }

    std::uint64_t lineCost(LineIndex line) const { return m_lineCosts.at(line.row()); }

private:
    bool count(std::span<const std::uint64_t> costs);

    std::vector<std::string> m_events;
    std::vector<std::uint64_t> m_sums; // of calls and lines, by event
    std::vector<Entity> m_entities;
    std::vector<Call> m_calls;
    Lines m_lines;
    Costs m_callCosts;
    Costs m_lineCosts;
    RowSet m_entityRows;
    RowSet m_callRows;
    RowSet m_lineRows;
};

using ComponentIndex = Index<struct ComponentTag>;

// The strongly connected components of a call graph: functions that call each other in a cycle.
// Callees have smaller numbers than their callers.
struct Components {
    std::vector<ComponentIndex> of; // by entity
    std::size_t count = 0;
    std::size_t cycles = 0; // components with a call between their own functions
};

// Linear in the graph; no recursion.
Components componentsOf(const CallGraph &graph);

// Sorts row numbers by group: operator[] returns the rows of a group, in ascending order.
class Groups {
public:
    // `groupOf(row)` is below `groups`.
    template<typename GroupOf>
    Groups(std::size_t rows, std::size_t groups, GroupOf groupOf)
        : m_starts(groups + 1),
          m_rows(rows)
    {
        for (std::size_t row = 0; row < rows; ++row)
            ++m_starts[groupOf(row) + 1];
        for (std::size_t group = 0; group < groups; ++group)
            m_starts[group + 1] += m_starts[group];
        auto places = m_starts;
        for (std::size_t row = 0; row < rows; ++row)
            m_rows[places[groupOf(row)]++] = static_cast<std::uint32_t>(row);
    }

    std::span<const std::uint32_t> operator[](std::size_t group) const
    {
        return std::span(m_rows).subspan(m_starts[group], m_starts[group + 1] - m_starts[group]);
    }

private:
    std::vector<std::uint32_t> m_starts;
    std::vector<std::uint32_t, PageAllocator<std::uint32_t>> m_rows;
};

} // namespace ember::model::callgrind
