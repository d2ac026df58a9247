// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/collapserecursion.h"

#include "model/core/largepages.h"
#include "model/spans/pathtree.h"

namespace ember::model {

namespace {

// Walks the paths depth first, and beside them the path that each has become: m_open holds its
// calls by depth, m_latest the last call of each function that was opened. That one is open still
// if it stands in m_open where it stood. Whatever a step overwrites, the step back restores.
class RecursionWalk {
public:
    RecursionWalk(const Column<PathIndex, PathNode> &nodes, const std::vector<bool> &isHit,
                  const std::vector<std::uint32_t> &functions)
        : m_nodes(nodes),
          m_isHit(isHit),
          m_functions(functions),
          m_open(1, emptyPath),
          m_latest(isHit.size())
    {
        m_tree.reserve(nodes.size());
        for (auto *const ofPaths : {&m_result.to, &m_firstCallee, &m_nextCallee}) {
            reserveLargePages(*ofPaths, nodes.size());
            ofPaths->assign(nodes.size(), emptyPath);
        }
    }

    FilteredPaths run() &&
    {
        for (auto row = m_nodes.size(); row-- > 1;) {
            auto &first = m_firstCallee[m_nodes[PathIndex(row)].caller.row()];
            m_nextCallee[row] = first;
            first = PathIndex(row);
        }
        std::vector<Step> way;
        for (auto path = m_firstCallee.front();;) {
            if (path != emptyPath) {
                way.push_back(stepTo(path));
                path = m_firstCallee[path.row()];
            } else if (!way.empty()) {
                stepBack(way.back());
                path = m_nextCallee[way.back().path.row()];
                way.pop_back();
            } else {
                break;
            }
        }
        m_result.nodes = m_tree.nodes();
        return std::move(m_result);
    }

private:
    struct Step {
        PathIndex path;
        std::size_t depth; // before
        PathIndex open; // what stood one deeper
        PathIndex latest;
    };

    Step stepTo(PathIndex path)
    {
        const PathNode &node = m_nodes[path];
        PathIndex &latest = m_latest[m_functions[node.identity.row()]];
        if (m_open.size() <= m_depth + 1)
            m_open.push_back(emptyPath);
        const Step step{path, m_depth, m_open[m_depth + 1], latest};
        if (m_isHit[node.identity.row()] && isOpen(latest)) {
            m_depth = m_tree[latest].depth;
            m_tree.join(latest);
        } else {
            latest = m_tree.enter(m_open[m_depth], node);
            m_open[++m_depth] = latest;
        }
        m_result.to[path.row()] = latest;
        return step;
    }

    void stepBack(const Step &step)
    {
        m_depth = step.depth;
        m_open[m_depth + 1] = step.open;
        m_latest[m_functions[m_nodes[step.path].identity.row()]] = step.latest;
    }

    bool isOpen(PathIndex call) const
    {
        return call.isValid() && m_tree[call].depth <= m_depth
            && m_open[m_tree[call].depth] == call;
    }

    const Column<PathIndex, PathNode> &m_nodes;
    const std::vector<bool> &m_isHit;
    const std::vector<std::uint32_t> &m_functions;
    PathTree m_tree;
    FilteredPaths m_result;
    std::size_t m_depth = 0;
    std::vector<PathIndex> m_open;
    std::vector<PathIndex> m_latest;
    std::vector<PathIndex> m_firstCallee; // empty: none
    std::vector<PathIndex> m_nextCallee;
};

} // namespace

FilteredPaths collapseRecursion(const Column<PathIndex, PathNode> &nodes,
                                const std::vector<bool> &isHit,
                                const std::vector<std::uint32_t> &functions)
{
    return RecursionWalk(nodes, isHit, functions).run();
}

} // namespace ember::model
