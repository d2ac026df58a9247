// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/index.h"
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

// Of a line that cost something, with all that comes of it, measured in bytes: a sample has a value
// of each event, where the file may name one.
constexpr std::uint64_t lineMemory(std::size_t events)
{
    constexpr std::uint64_t frameAndStack = 180;
    constexpr std::uint64_t value = 10;
    return frameAndStack + value * events;
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

    void add(std::size_t row, std::span<const std::uint64_t> costs);

    // Which event at() gives, of so many rows.
    void select(std::size_t event, std::size_t rows);

    std::uint64_t at(std::size_t row) const { return m_selected[row]; }

private:
    struct Costed {
        std::vector<std::uint32_t> rows; // as they came: one may be there again
        std::vector<std::uint64_t> costs;
    };

    std::vector<Costed> m_byEvent;
    std::vector<std::uint64_t> m_selected; // by row
};

// What a file says, summed up: who called whom at what cost, and what each line cost by itself. The
// sum of all costs of an event is below 2^62, so sums of some of them need no care.
class CallGraph {
public:
    // Before any of the others.
    void setEvents(std::vector<std::string> events);

    EntityIndex entity(const Entity &entity);
    // False if the costs would add up to 2^62.
    bool addCall(const Call &call, std::span<const std::uint64_t> costs);
    bool addLine(const Line &line, std::span<const std::uint64_t> costs);

    const std::vector<std::string> &events() const { return m_events; }

    const std::vector<Entity> &entities() const { return m_entities; }

    const std::vector<Call> &calls() const { return m_calls; }

    const std::vector<Line> &lines() const { return m_lines; }

    // Which event the costs are of that are asked for, once all have been added.
    void selectEvent(std::size_t event);

    std::uint64_t callCost(CallIndex call) const { return m_callCosts.at(call.row()); }

    std::uint64_t lineCost(LineIndex line) const { return m_lineCosts.at(line.row()); }

private:
    bool count(std::span<const std::uint64_t> costs);

    std::vector<std::string> m_events;
    std::vector<std::uint64_t> m_sums; // of calls and lines, by event
    std::vector<Entity> m_entities;
    std::vector<Call> m_calls;
    std::vector<Line> m_lines;
    Costs m_callCosts;
    Costs m_lineCosts;
    RowSet m_entityRows;
    RowSet m_callRows;
    RowSet m_lineRows;
};

} // namespace ember::model::callgrind
