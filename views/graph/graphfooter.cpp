// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphfooter.h"

#include "views/durationtext.h"
#include "views/graph/graphtext.h"
#include "views/graph/graphwidget.h"

namespace ember::views {

GraphFooter::GraphFooter(const ViewState &state, const GraphWidget &graph, QWidget *parent)
    : QLabel(parent),
      m_state(state),
      m_graph(graph)
{
    setObjectName(QStringLiteral("graphFooter"));
    setContentsMargins(6, 1, 6, 1);
    setMinimumWidth(1);
    connect(&graph.viewport(), &GraphViewport::moved, this, &GraphFooter::tell);
    connect(&state, &ViewState::matchesChanged, this, &GraphFooter::tell);
    tell();
}

void GraphFooter::tell()
{
    QStringList parts;
    const GraphLayout &layout = m_graph.viewport().layout();
    if (layout.hiddenCount() > 0)
        parts << tr("%n call(s) too narrow to draw", nullptr,
                    static_cast<int>(layout.hiddenCount()))
                + QStringLiteral(" (%1)").arg(percentText(layout.hiddenShare()));
    else if (!layout.rows().empty())
        parts << tr("All calls are drawn");
    const auto *tree = m_graph.viewport().tree();
    if (tree && m_state.matches().isActive())
        parts << tr("The search matches %1")
                     .arg(percentText(matchedShare(tree->calls(), m_state.matches())));
    setText(parts.join(QStringLiteral("  ·  ")));
}

} // namespace ember::views
