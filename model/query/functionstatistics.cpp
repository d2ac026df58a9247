// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/functionstatistics.h"

#include "model/query/stackweights.h"
#include "model/query/weights.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace ember::model {

namespace {

using FunctionRow = Index<struct FunctionRowTag>;

// Gives each frame the row of its function in the result.
class FunctionRows {
public:
    FunctionRows(const Profile &profile, std::vector<FunctionStatistics> &functions)
        : m_profile(profile),
          m_functions(functions),
          m_rows(profile.tables().frames.size())
    {
    }

    FunctionRow row(FrameIndex frame)
    {
        auto &known = m_rows[frame.row()];
        if (!known.isValid())
            known = find(frame);
        return known;
    }

private:
    FunctionRow find(FrameIndex frame)
    {
        const auto [place, isNew] = m_known.try_emplace(functionIdentity(m_profile, frame),
                                                        FunctionRow(m_functions.size()));
        if (isNew)
            enter(frame);
        return place->second;
    }

    void enter(FrameIndex frame)
    {
        FunctionStatistics entry;
        entry.frame = frame;
        entry.name = frameName(m_profile, frame);
        entry.module = moduleName(m_profile, frame);
        if (const auto function = m_profile.frame(frame).function; function.isValid())
            entry.file = m_profile.text(m_profile.function(function).file);
        m_functions.push_back(std::move(entry));
    }

    const Profile &m_profile;
    std::vector<FunctionStatistics> &m_functions;
    std::vector<FunctionRow> m_rows; // by FrameIndex
    std::unordered_map<std::string, FunctionRow> m_known;
};

// Counts every stack for each of its functions once. The stack tree is walked depth first, with the
// number of open calls per function: only the outermost call of a function takes what lies below.
class TotalsWalk {
public:
    TotalsWalk(const Profile &profile, const std::vector<Weight> &own, FunctionRows &rows,
               std::vector<FunctionStatistics> &functions)
        : m_stacks(profile.tables().stacks),
          m_own(own),
          m_below(own),
          m_rows(rows),
          m_functions(functions)
    {
    }

    void run()
    {
        linkChildren();
        // A caller stands before its callees in the table: from the back, sums flow to the root.
        for (auto row = m_own.size(); row-- > 1;)
            m_below[m_stacks[StackIndex(row)].parent.row()].add(m_below[row]);
        walk();
    }

private:
    static constexpr std::uint32_t none = 0;

    void linkChildren()
    {
        m_firstChild.assign(m_own.size(), none);
        m_nextSibling.assign(m_own.size(), none);
        for (std::size_t row = 1; row < m_own.size(); ++row) {
            const auto parent = m_stacks[StackIndex(row)].parent.row();
            m_nextSibling[row] = m_firstChild[parent];
            m_firstChild[parent] = static_cast<std::uint32_t>(row);
        }
    }

    void walk()
    {
        std::uint32_t row = m_firstChild[emptyStack.row()];
        std::vector<std::uint32_t> path;
        while (row != none || !path.empty()) {
            if (row == none) {
                leave(path.back());
                row = m_nextSibling[path.back()];
                path.pop_back();
            } else if (m_below[row].samples == 0) {
                row = m_nextSibling[row];
            } else {
                enter(row);
                path.push_back(row);
                row = m_firstChild[row];
            }
        }
    }

    void enter(std::uint32_t row)
    {
        const auto function = m_rows.row(m_stacks[StackIndex(row)].frame);
        m_open.resize(std::max(m_open.size(), function.row() + 1));
        auto &entry = m_functions[function.row()];
        entry.self += m_own[row].time;
        entry.selfSamples += m_own[row].samples;
        entry.selfValue += m_own[row].value;
        if (m_open[function.row()]++ == 0) {
            entry.total += m_below[row].time;
            entry.totalSamples += m_below[row].samples;
            entry.totalValue += m_below[row].value;
        }
    }

    void leave(std::uint32_t row) { --m_open[m_rows.row(m_stacks[StackIndex(row)].frame).row()]; }

    const StackTable &m_stacks;
    const std::vector<Weight> &m_own;
    std::vector<Weight> m_below; // of the stack and all that continue it
    FunctionRows &m_rows;
    std::vector<FunctionStatistics> &m_functions;
    std::vector<std::uint32_t> m_firstChild;
    std::vector<std::uint32_t> m_nextSibling;
    std::vector<std::uint32_t> m_open; // by function row
};

void takeValuesForTime(const Profile &profile, ValueTypeIndex type,
                       std::vector<FunctionStatistics> &functions)
{
    for (auto &function : functions) {
        function.self = timeOf(profile, type, function.selfValue);
        function.total = timeOf(profile, type, function.totalValue);
    }
}

} // namespace

std::string functionIdentity(const Profile &profile, FrameIndex frame)
{
    std::string identity(frameName(profile, frame));
    identity.append(1, '\0').append(moduleName(profile, frame)).append(1, '\0');
    if (const auto function = profile.frame(frame).function; function.isValid())
        identity.append(profile.text(profile.function(function).file));
    return identity;
}

std::vector<FunctionStatistics> functionStatistics(const Profile &profile, const Selection &asked)
{
    auto selection = asked;
    selection.weight = weightType(profile, asked.weight);
    const auto own = stackWeights(profile, selection);
    std::vector<FunctionStatistics> functions;
    FunctionRows rows(profile, functions);
    TotalsWalk(profile, own, rows, functions).run();
    if (profile.tables().origin == TimeOrigin::None)
        takeValuesForTime(profile, selection.weight, functions);
    std::ranges::sort(functions, [](const auto &a, const auto &b) {
        return std::tie(b.selfValue, b.self, a.name, a.module, a.file)
            < std::tie(a.selfValue, a.self, b.name, b.module, b.file);
    });
    return functions;
}

} // namespace ember::model
