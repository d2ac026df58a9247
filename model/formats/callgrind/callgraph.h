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

// A function in a file: what callgrind_annotate prints a line for. Texts are views into the file;
// "" is not known.
struct Entity {
    std::string_view name;
    std::string_view file;
    std::string_view object;
    std::uint32_t line = 0; // the first one that cost something; 0: not known
};

// What lines that cost something take with all that comes of them, measured in bytes: a sample has
// a value of each event, where the file may name one.
constexpr std::uint64_t lineMemory(std::size_t lines, std::size_t costs, std::size_t events)
{
    constexpr std::uint64_t frameAndStack = 120;
    constexpr std::uint64_t value = 8;
    constexpr std::uint64_t cost = 16;
    return lines * (frameAndStack + value * events) + costs * cost;
}

// Of 64 MB and 20 times the file: the file itself is there, too.
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
    std::uint32_t line = 0; // of the first one; 0: not known
};

// What a line of a function cost by itself.
struct Line {
    EntityIndex entity;
    std::uint32_t line = 0;
};

// A row of costs, one per event, for each row of another table. A line of a file may say one of
// many events: what is 0 takes no memory.
class Costs {
public:
    void setEvents(std::size_t events) { m_byEvent.resize(events); }

    // Of all events, those of 0 left out.
    std::size_t count() const { return m_count; }

    void add(std::size_t row, std::span<const std::uint64_t> costs);

    // Which event at() gives, of so many rows.
    void select(std::size_t event, std::size_t rows);

    // It cannot be selected again; what at() gives stays.
    void forget(std::size_t event) { m_byEvent[event] = {}; }

    std::uint64_t at(std::size_t row) const { return m_selected[row]; }

private:
    struct Costed {
        std::vector<std::uint32_t, PageAllocator<std::uint32_t>>
            rows; // as they came: one may be there again
        std::vector<std::uint64_t, PageAllocator<std::uint64_t>> costs;
    };

    std::vector<Costed> m_byEvent;
    std::vector<std::uint64_t, PageAllocator<std::uint64_t>> m_selected; // by row
    std::size_t m_count = 0;
};

// What a file says, summed up: who called whom at what cost, and what each line cost by itself. The
// sum of all costs of an event is below 2^62, so sums of some of them need no care.
class CallGraph {
public:
    using Lines = std::vector<Line, PageAllocator<Line>>;

    // Before any of the others.
    void setEvents(std::vector<std::string> events);

    EntityIndex entity(const Entity &entity);
    // False if the costs would add up to 2^62.
    bool addCall(const Call &call, std::span<const std::uint64_t> costs);
    bool addLine(const Line &line, std::span<const std::uint64_t> costs);

    const std::vector<std::string> &events() const { return m_events; }

    const std::vector<Entity> &entities() const { return m_entities; }

    const std::vector<Call> &calls() const { return m_calls; }

    const Lines &lines() const { return m_lines; }

    std::size_t lineCosts() const { return m_lineCosts.count(); }

    // No more is added: frees what finds rows again.
    void finish();

    // Which event the costs are of that are asked for, once all have been added.
    void selectEvent(std::size_t event);

    // What the lines cost of the event, which is selected for the last time.
    void forgetLineCosts(std::size_t event) { m_lineCosts.forget(event); }

    // When all that was asked for is known: calls and functions stay.
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
    std::size_t cycles = 0; // components with calls within
};

// Linear in the graph; no recursion.
Components componentsOf(const CallGraph &graph);

// The numbers 0, 1, … of rows, those of a group next to each other, in order.
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
