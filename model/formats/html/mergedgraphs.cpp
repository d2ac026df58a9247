// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/html/mergedgraphs.h"

#include "model/query/functionstatistics.h"
#include "model/query/selectedsamples.h"
#include "model/query/weights.h"
#include "model/spans/callpaths.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace ember::model::html {

namespace {

// Sums of threads are kept until all are known; this many take 160 MB.
constexpr std::size_t mostSums = 10'000'000;
constexpr std::size_t mostValueTypes = 6;

struct Measure {
    std::string name;
    std::string unit;
    enum class Of : std::uint8_t { Time, Value, Samples } of = Of::Time;
    Counted counted = Counted::All;
    ValueTypeIndex type = {};
};

// The sum of a call path and all that it calls.
struct PathSum {
    PathIndex path;
    double total = 0;
};

// Sums of call paths, sorted by path, so callers come before their callees; without the empty path.
using PathSums = std::vector<PathSum>;

// Adds amounts up by path. Takes time only for the paths that get some, and their callers.
class Adder {
public:
    explicit Adder(const Column<PathIndex, PathNode> &nodes)
        : m_nodes(nodes),
          m_sums(nodes.size()),
          m_isSeen(nodes.size())
    {
    }

    void add(PathIndex path, double amount)
    {
        see(path);
        m_sums[path.row()] += amount;
    }

    PathSums take()
    {
        for (std::size_t at = 0; at < m_seen.size(); ++at) // m_seen grows meanwhile
            see(m_nodes[m_seen[at]].caller);
        std::ranges::sort(m_seen);
        PathSums sums(m_seen.size());
        for (auto at = m_seen.size(); at-- > 0;) {
            const auto path = m_seen[at];
            const auto total = std::exchange(m_sums[path.row()], 0.0);
            m_sums[m_nodes[path].caller.row()] += total;
            m_isSeen[path.row()] = 0;
            sums[at] = {path, total};
        }
        m_sums[emptyPath.row()] = 0;
        m_seen.clear();
        return sums;
    }

private:
    void see(PathIndex path)
    {
        if (path == emptyPath || m_isSeen[path.row()] != 0)
            return;
        m_isSeen[path.row()] = 1;
        m_seen.push_back(path);
    }

    const Column<PathIndex, PathNode> &m_nodes;
    std::vector<double> m_sums;
    std::vector<std::uint8_t> m_isSeen;
    std::vector<PathIndex> m_seen;
};

bool tellsStates(const Profile &profile)
{
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        bool isBlocked = false;
        profile.samples(ThreadIndex(row)).details.forEach([&](std::size_t, const auto &detail) {
            isBlocked = isBlocked || detail.state == ThreadState::Blocked;
        });
        if (isBlocked)
            return true;
    }
    return false;
}

std::vector<Measure> measuresOf(const Profile &profile)
{
    std::vector<Measure> measures;
    if (profile.tables().origin != TimeOrigin::None) {
        if (tellsStates(profile))
            measures.push_back(
                {"time, waiting left out", "ns", Measure::Of::Time, Counted::Running});
        measures.push_back({"time", "ns"});
    }
    const auto &types = profile.tables().valueTypes;
    const auto first = firstWeight(profile);
    const auto addType = [&](ValueTypeIndex type) {
        measures.push_back({std::string(profile.text(types[type].type)),
                            std::string(profile.text(types[type].unit)), Measure::Of::Value,
                            Counted::All, type});
        if (const auto ns = nanosecondsPer(measures.back().unit); ns && *ns == 1)
            measures.back().unit = "ns";
    };
    if (first.isValid())
        addType(first);
    for (std::size_t row = 0; row < std::min(types.size(), mostValueTypes); ++row) {
        if (ValueTypeIndex(row) != first && addsUp(profile, ValueTypeIndex(row)))
            addType(ValueTypeIndex(row));
    }
    if (measures.empty())
        measures.push_back({"samples", "", Measure::Of::Samples});
    return measures;
}

class GraphMaker {
public:
    GraphMaker(const Profile &profile, std::span<const ThreadIndex> threads,
               const std::stop_token &stop)
        : m_profile(profile),
          m_threads(threads.begin(), threads.end()),
          m_stop(stop),
          m_paths(functionIdentity)
    {
        m_paths.update(profile);
        const auto &nodes = m_paths.nodes();
        m_shown.reserve(nodes.size());
        nodes.forEach([&](std::size_t row, const PathNode &node) {
            m_shown.push_back(node.depth <= deepestCall ? PathIndex(row)
                                                        : m_shown[node.caller.row()]);
        });
        m_place.resize(nodes.size(), none);
    }

    MergedGraphs run(std::size_t limit) &&
    {
        const auto measures = measuresOf(m_profile);
        for (const Measure &measure : measures)
            add(measure);
        const auto share = leastShare(limit / 2);
        for (std::size_t row = 0; row < measures.size(); ++row) {
            MeasuredGraphs graphs{measures[row].name, measures[row].unit, {}, {}};
            graphs.all = graphOf(m_sums[row].front(), share);
            for (const auto &node : graphs.all.nodes)
                m_result.hidden += node.hidden;
            for (std::size_t at = 1; at < m_sums[row].size(); ++at)
                graphs.threads.push_back(graphOf(m_sums[row][at], share));
            m_result.measures.push_back(std::move(graphs));
        }
        return std::move(m_result);
    }

private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    // Sums a measure up, first for all threads, then for each.
    void add(const Measure &measure)
    {
        Selection selection;
        selection.counted = measure.counted;
        Adder all(m_paths.nodes());
        Adder one(m_paths.nodes());
        std::vector<PathSums> sums(m_threads.size() + 1);
        std::vector<std::uint32_t> place(m_profile.threadCount(), none);
        for (std::size_t at = 0; at < m_threads.size(); ++at)
            place[m_threads[at].row()] = static_cast<std::uint32_t>(at + 1);
        for (const SamplePiece &piece : selectedPieces(m_profile, selection)) {
            if (m_stop.stop_requested())
                break;
            const SampleWeights values(*piece.samples, measure.type);
            const auto at = place[piece.thread.row()];
            const bool isAsked = at != none && m_kept < mostSums;
            m_result.leftOut += at != none && !isAsked ? 1U : 0U;
            forEachSelected(piece, selection, [&](const SelectedSample &sample) {
                const auto path = m_shown[m_paths.path(sample.stack).row()];
                const auto amount = amountOf(measure, values, sample);
                if (path == emptyPath || amount <= 0)
                    return;
                all.add(path, amount);
                if (isAsked)
                    one.add(path, amount);
            });
            if (isAsked) {
                sums[at] = one.take();
                m_kept += sums[at].size();
            }
        }
        sums.front() = all.take();
        m_sums.push_back(std::move(sums));
    }

    static double amountOf(const Measure &measure, const SampleWeights &values,
                           const SelectedSample &sample)
    {
        switch (measure.of) {
        case Measure::Of::Time: return static_cast<double>(sample.duration.count());
        case Measure::Of::Value: return values[sample.sample];
        case Measure::Of::Samples: return 1;
        }
        return 0;
    }

    double totalOf(const PathSums &sums) const
    {
        double total = 0;
        for (const auto &sum : sums)
            total += m_paths.node(sum.path).caller == emptyPath ? sum.total : 0;
        return total;
    }

    // The share of their graph that calls must exceed so that at most `most` are kept.
    double leastShare(std::size_t most) const
    {
        std::vector<double> shares;
        for (const auto &graphs : m_sums) {
            for (const auto &sums : graphs) {
                const auto total = totalOf(sums);
                for (const auto &sum : sums)
                    shares.push_back(sum.total / total);
            }
        }
        if (shares.size() <= most)
            return 0;
        const auto least = shares.begin() + static_cast<std::ptrdiff_t>(most);
        std::ranges::nth_element(shares, least, std::greater());
        return *least;
    }

    // A node and, until its graph is in order, its caller's number.
    struct Linked {
        std::uint32_t caller = none;
        GraphNode node;
    };

    // The nodes that are kept, and those that stand for the hidden callees of one node each.
    std::vector<Linked> linkedNodes(const PathSums &sums, double least)
    {
        std::vector<Linked> nodes;
        std::vector<Linked> hidden; // by caller; the last is for outermost calls
        for (const auto &[path, total] : sums) {
            const auto &call = m_paths.node(path);
            const auto caller = m_place[call.caller.row()];
            if (total > least) {
                m_place[path.row()] = static_cast<std::uint32_t>(nodes.size());
                nodes.push_back({caller, {call.depth - 1, call.frame, total, 0}});
            } else if (caller != none || call.caller == emptyPath) {
                if (hidden.empty() || hidden.back().caller != caller)
                    hidden.push_back({caller, {call.depth - 1, {}, 0, 0}});
                hidden.back().node.total += total;
                ++hidden.back().node.hidden;
            }
        }
        for (const auto &sum : sums)
            m_place[sum.path.row()] = none;
        joinEqualCallers(hidden);
        nodes.insert(nodes.end(), hidden.begin(), hidden.end());
        return nodes;
    }

    static void joinEqualCallers(std::vector<Linked> &hidden)
    {
        std::ranges::stable_sort(hidden, {}, &Linked::caller);
        std::size_t end = 0;
        for (const auto &one : hidden) {
            if (end > 0 && hidden[end - 1].caller == one.caller) {
                hidden[end - 1].node.total += one.node.total;
                hidden[end - 1].node.hidden += one.node.hidden;
            } else {
                hidden[end++] = one;
            }
        }
        hidden.resize(end);
    }

    Graph graphOf(const PathSums &sums, double share)
    {
        Graph graph;
        graph.total = totalOf(sums);
        const auto nodes = linkedNodes(sums, share * graph.total);
        std::vector<std::uint32_t> order(nodes.size());
        std::iota(order.begin(), order.end(), 0U);
        // Sorted by caller, the outermost last; of one caller the largest callee last.
        std::ranges::stable_sort(order, [&](auto a, auto b) {
            return std::tuple(nodes[a].caller, nodes[a].node.total)
                < std::tuple(nodes[b].caller, nodes[b].node.total);
        });
        const auto callerOf = [&](std::uint32_t number) { return nodes[number].caller; };
        std::vector<std::uint32_t> open;
        const auto openCallees = [&](std::uint32_t caller) {
            const auto first = std::ranges::lower_bound(order, caller, {}, callerOf);
            const auto last = std::ranges::upper_bound(order, caller, {}, callerOf);
            open.insert(open.end(), first, last);
        };
        openCallees(none);
        while (!open.empty()) {
            const auto number = open.back();
            open.pop_back();
            graph.nodes.push_back(nodes[number].node);
            if (nodes[number].node.hidden == 0)
                openCallees(number);
        }
        return graph;
    }

    const Profile &m_profile;
    std::vector<ThreadIndex> m_threads;
    const std::stop_token &m_stop;
    CallPaths m_paths;
    std::vector<PathIndex> m_shown; // by path: itself, or its caller at deepestCall
    std::vector<std::uint32_t> m_place; // by path: its number in the graph that is made
    std::vector<std::vector<PathSums>> m_sums; // by measure: of all threads, then of each
    std::size_t m_kept = 0; // number of sums that are kept of single threads
    MergedGraphs m_result;
};

} // namespace

MergedGraphs mergedGraphs(const Profile &profile, std::span<const ThreadIndex> threads,
                          std::size_t limit, const std::stop_token &stop)
{
    return GraphMaker(profile, threads, stop).run(limit);
}

} // namespace ember::model::html
