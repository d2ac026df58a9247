// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphfooter.h"

#include "views/graph/graphtext.h"
#include "views/graph/graphwidget.h"
#include "views/text/durationtext.h"

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
    connect(&state.selection(), &ViewSelection::matchesChanged, this, [this] {
        m_searched.reset();
        tell();
    });
    tell();
}

// Returns the matched share. It is read with every move of the graph and computed once per search
// and selection.
double GraphFooter::matched()
{
    const auto &calls = m_graph.viewport().tree()->sharedCalls();
    if (m_searched != calls)
        m_matched = matchedShare(*calls, m_state.selection().matches(), m_graph.viewport().marks());
    m_searched = calls;
    return m_matched;
}

// Returns the share that filters leave out of what would be the whole without them.
double GraphFooter::leftOut() const
{
    const model::CallWeights &calls = m_graph.viewport().tree()->calls();
    const double amount = calls.amount(calls.leftOut);
    return amount > 0 ? amount / (amount + calls.whole()) : 0;
}

// Whether the tree is an estimate: it lacks calls, so the number of calls not drawn is not known.
bool GraphFooter::isEstimate() const
{
    const auto &tree = m_graph.viewport().tree();
    return tree && tree->calls().accuracy == model::Accuracy::Estimate;
}

void GraphFooter::tell()
{
    QStringList parts;
    const GraphLayout &layout = m_graph.viewport().layout();
    if (isEstimate())
        parts << tr("An estimate from a few thousand samples, until the answer is computed");
    else if (layout.hiddenCount() > 0)
        parts << tr("%Ln call(s) too narrow to draw: %1 of all that is summed up. Zoom in to see "
                    "them.",
                    nullptr, static_cast<int>(layout.hiddenCount()))
                     .arg(percentText(layout.hiddenShare()));
    else if (!layout.rows().empty())
        parts << tr("All calls are drawn");
    if (m_graph.viewport().tree() && leftOut() > 0)
        parts << tr("The filters leave out %1").arg(percentText(leftOut()));
    if (!m_graph.viewport().tree())
        m_searched.reset();
    else if (m_state.selection().matches().isActive())
        parts << tr("The search matches %1").arg(percentText(matched()));
    setText(parts.join(QStringLiteral("  ·  ")));
}

} // namespace ember::views
