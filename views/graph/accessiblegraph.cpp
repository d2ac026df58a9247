// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/accessiblegraph.h"

#include "views/accessibleboxes.h"
#include "views/graph/graphtext.h"
#include "views/graph/graphwidget.h"

namespace ember::views {

namespace {

struct GraphTelling {
    using Widget = GraphWidget;
    using Key = GraphNode;

    static const std::vector<VisibleNode> &seen(const Widget &graph)
    {
        return graph.visibleBoxes();
    }

    static bool holds(const Widget &graph, const Key &box)
    {
        const GraphViewport &viewport = graph.viewport();
        return viewport.tree() && viewport.treeNumber() == box.tree;
    }

    static QString text(const Widget &graph, const Key &box, QAccessible::Text kind)
    {
        const GraphViewport &viewport = graph.viewport();
        return kind == QAccessible::Name
            ? briefText(*viewport.tree(), box.node)
            : detailTexts(*viewport.tree(), box.node, viewport.marks()).join(QStringLiteral(", "));
    }

    static std::optional<Key> selected(const Widget &graph)
    {
        const GraphViewport &viewport = graph.viewport();
        const auto node = viewport.selected();
        return node ? std::optional(Key{viewport.treeNumber(), *node}) : std::nullopt;
    }

    static void select(Widget &graph, const Key &box) { graph.viewport().select(box.node); }
};

} // namespace

void tellBoxesOfGraphs()
{
    AccessibleBoxes<GraphTelling>::install();
}

} // namespace ember::views
