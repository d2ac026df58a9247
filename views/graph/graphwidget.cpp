// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphwidget.h"

#include "views/canvas/accessibleboxes.h"
#include "views/graph/graphtext.h"
#include "views/text/durationtext.h"
#include "views/text/frametext.h"

#include <QContextMenuEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace ember::views {

using namespace model;

GraphWidget::GraphWidget(ViewState &state, QWidget *parent)
    : BoxCanvas(state.appearance(), parent),
      m_state(state),
      m_viewport(state.selection(), scrollBar()),
      m_actions(state.selection(), m_viewport),
      m_pointer(m_viewport, m_actions)
{
    setMinimumHeight(2 * GraphViewport::rowHeight);
    tellBoxesOfGraphs();
    setAccessibleName(tr("Flame graph"));
    describe();
    scrollBar().setAccessibleName(tr("Scroll the graph"));
    m_painter.setFont(font());
    connect(&m_viewport, &GraphViewport::moved, this, &GraphWidget::repaintBoxes);
    connect(&m_viewport, &GraphViewport::selectionChanged, this, &GraphWidget::repaintOverlay);
    connect(&m_viewport, &GraphViewport::selectionChanged, this, &GraphWidget::describe);
    connect(&m_viewport, &GraphViewport::selectedAnother, this, [this] { tellFocus(*this); });
    connect(&m_pointer, &GraphPointer::hoveredChanged, this, &GraphWidget::repaintOverlay);
    connect(&state.selection(), &ViewSelection::matchesChanged, this, &GraphWidget::repaintBoxes);
    connect(&state.selection(), &ViewSelection::functionChanged, this,
            &GraphWidget::repaintOverlay);
}

QSize GraphWidget::sizeHint() const
{
    return {600, 240};
}

void GraphWidget::setTree(std::shared_ptr<MergedTree> tree, const QString &why)
{
    m_pointer.forget();
    m_why = why;
    m_viewport.setTree(std::move(tree));
    describe();
}

void GraphWidget::setTree(std::shared_ptr<MergedTree> tree, std::shared_ptr<const GraphMarks> marks)
{
    m_pointer.forget();
    m_why.clear();
    m_viewport.setTree(std::move(tree), std::move(marks));
    describe();
}

// Sets the accessible description: the selected call, which arrow keys change, or a general text.
void GraphWidget::describe()
{
    const MergedTree *tree = m_viewport.tree();
    const auto selected = m_viewport.selected();
    QString text = tr("Merged calls by what they took; arrow keys walk through them");
    if (tree && selected)
        text = briefText(*tree, *selected);
    else if (!tree && !m_why.trimmed().isEmpty())
        text = m_why;
    else if (tree && isEmpty())
        text = emptyText();
    if (text != accessibleDescription())
        setAccessibleDescription(text);
}

const std::vector<VisibleNode> &GraphWidget::visibleBoxes() const
{
    if (!m_visible)
        m_visible = visibleNodes(m_viewport, mostAccessibleBoxes);
    return *m_visible;
}

bool GraphWidget::isEmpty() const
{
    return !m_state.spans() || m_viewport.layout().rows().empty();
}

QString GraphWidget::emptyText() const
{
    if (!m_why.isEmpty())
        return m_why;
    return m_state.spans() && m_state.spans()->profile()->sampleCount() == 0
        ? tr("This profile has no samples.")
        : tr("Nothing was seen in this selection.");
}

void GraphWidget::paintBoxes(QImage &image)
{
    m_painter.paint(image, m_state, m_viewport);
}

void GraphWidget::paintOverlay(QPainter &painter)
{
    paintGraphOverlay(painter, m_state, m_viewport, m_pointer.hovered());
}

QString GraphWidget::tipAt(const QPoint &position) const
{
    auto hit = m_viewport.hitAt(position);
    if (!hit)
        return {};
    MergedTree &tree = *m_viewport.tree();
    countCalls(tree, hit->row, hit->box);
    const QString text = toolTipText(tree, hit->box, m_viewport.marks());
    const ViewAppearance &appearance = m_state.appearance();
    if (appearance.colourMode() != ColourMode::Frequency || m_viewport.marks() || hit->box.isRest())
        return text;
    const auto calls = appearance.callFigures()->calls(tree.node(hit->box.node).frame);
    return calls > 0 ? QString(text + QStringLiteral("<br>") + callsText(calls)) : text;
}

void GraphWidget::contextMenuEvent(QContextMenuEvent *event)
{
    if (event->reason() == QContextMenuEvent::Mouse) {
        const auto node = m_pointer.nodeAt(event->pos());
        if (!node)
            return;
        m_viewport.select(node);
    }
    // Selecting again sets ViewSelection::function(), which the menu is about.
    m_viewport.select(m_viewport.selected());
    if (m_viewport.selected())
        emit contextMenuRequested(event->globalPos());
}

bool GraphWidget::perform(ChartAction action)
{
    if (action != ChartAction::ToggleInverted)
        return m_actions.perform(action);
    emit inversionRequested();
    return true;
}

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
        // No share: their callers are drawn, so their time is on the screen all the same.
        parts << tr("%Ln call(s) too narrow to draw one by one, with all that they call. Zoom in "
                    "to see them.",
                    nullptr, static_cast<int>(layout.hiddenCount()));
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
