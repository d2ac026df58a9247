// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphwidget.h"

#include "views/canvas/accessibleboxes.h"
#include "views/canvas/imagecopy.h"
#include "views/graph/graphtext.h"
#include "views/text/durationtext.h"
#include "views/text/frametext.h"

#include <QHelpEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace ember::views {

using namespace model;

GraphWidget::GraphWidget(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_scrollBar(new QScrollBar(Qt::Vertical, this)),
      m_viewport(state.selection(), *m_scrollBar),
      m_actions(state.selection(), m_viewport),
      m_pointer(m_viewport, m_actions)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(2 * GraphViewport::rowHeight);
    tellBoxesOfGraphs();
    setAccessibleName(tr("Flame graph"));
    describe();
    m_scrollBar->setAccessibleName(tr("Scroll the graph"));
    m_painter.setFont(font());
    connect(&m_viewport, &GraphViewport::moved, this, &GraphWidget::repaintBoxes);
    connect(&m_viewport, &GraphViewport::selectionChanged, this, &GraphWidget::updateGraph);
    connect(&m_viewport, &GraphViewport::selectionChanged, this, &GraphWidget::describe);
    connect(&m_viewport, &GraphViewport::selectedAnother, this, [this] { tellFocus(*this); });
    connect(&m_pointer, &GraphPointer::hoveredChanged, this, &GraphWidget::updateGraph);
    connect(&state.selection(), &ViewSelection::matchesChanged, this, &GraphWidget::repaintBoxes);
    connect(&state.appearance(), &ViewAppearance::changed, this, &GraphWidget::repaintBoxes);
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

// Of the selected call, which arrow keys change, or in general.
void GraphWidget::describe()
{
    const MergedTree *tree = m_viewport.tree();
    const auto selected = m_viewport.selected();
    QString text = tr("Merged calls by what they took; arrow keys walk through them");
    if (tree && selected)
        text = briefText(*tree, *selected);
    else if (!tree && !m_why.trimmed().isEmpty())
        text = m_why;
    if (text != accessibleDescription())
        setAccessibleDescription(text);
}

void GraphWidget::repaintBoxes()
{
    m_visible.reset();
    m_boxesAreOld = true;
    updateGraph();
}

const std::vector<VisibleNode> &GraphWidget::visibleBoxes() const
{
    if (!m_visible)
        m_visible = visibleNodes(m_viewport, mostAccessibleBoxes);
    return *m_visible;
}

// Not the scroll bar, which costs as much as many boxes.
void GraphWidget::updateGraph()
{
    update(QRect(QPoint(0, 0), m_viewport.size()));
}

void GraphWidget::resizeEvent(QResizeEvent *event)
{
    const int barWidth = m_scrollBar->sizeHint().width();
    m_scrollBar->setGeometry(width() - barWidth, 0, barWidth, height());
    m_viewport.resize({std::max(0, width() - barWidth), height()});
    QWidget::resizeEvent(event);
}

void GraphWidget::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange) {
        m_painter.setFont(font());
        repaintBoxes();
    }
    QWidget::changeEvent(event);
}

void GraphWidget::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    if (!m_state.spans() || m_viewport.layout().rows().empty()) {
        paintEmpty(painter);
        return;
    }
    const QSize pixels = (QSizeF(m_viewport.size()) * devicePixelRatioF()).toSize();
    if (m_boxes.size() != pixels || m_boxes.devicePixelRatio() != devicePixelRatioF()) {
        m_boxes = QImage(pixels, QImage::Format_RGB32);
        m_boxes.setDevicePixelRatio(devicePixelRatioF());
        m_boxesAreOld = true;
    }
    if (m_boxes.isNull())
        return;
    if (m_boxesAreOld)
        m_painter.paint(m_boxes, m_state, m_viewport);
    m_boxesAreOld = false;
    copyImage(painter, m_boxes);
    painter.setClipRect(QRect(QPoint(0, 0), m_viewport.size()));
    paintGraphOverlay(painter, m_state, m_viewport, m_pointer.hovered());
}

void GraphWidget::paintEmpty(QPainter &painter)
{
    painter.fillRect(rect(), m_state.theme().background);
    painter.setPen(m_state.theme().mutedText);
    painter.drawText(rect().adjusted(20, 10, -20, -10), int(Qt::AlignCenter) | Qt::TextWordWrap,
                     m_why.isEmpty() ? tr("Nothing was seen in this selection.") : m_why);
}

bool GraphWidget::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto &help = static_cast<const QHelpEvent &>(*event);
        showTip(help.pos(), help.globalPos());
        return true;
    }
    // Of users who want Tab for it, before the focus machinery takes it away; without a selection
    // it is the window's.
    if (event->type() == QEvent::KeyPress && m_viewport.selected()) {
        const auto action =
            m_state.appearance().keyMap().actionFor(static_cast<const QKeyEvent &>(*event));
        if (action == ChartAction::SelectNextInOrder
            || action == ChartAction::SelectPreviousInOrder)
            return m_actions.perform(*action);
    }
    return QWidget::event(event);
}

void GraphWidget::showTip(const QPoint &position, const QPoint &globalPosition)
{
    if (const auto hit = m_viewport.hitAt(position)) {
        const model::MergedTree &tree = *m_viewport.tree();
        QString text = toolTipText(tree, hit->box, m_viewport.marks());
        if (m_state.appearance().colourMode() == ColourMode::Frequency && !m_viewport.marks()
            && !hit->box.isRest()) {
            const auto calls =
                m_state.appearance().callFigures()->calls(tree.node(hit->box.node).frame);
            if (calls > 0)
                text += QStringLiteral("<br>") + callsText(calls);
        }
        QToolTip::showText(globalPosition, text, this);
    } else {
        QToolTip::hideText();
    }
}

void GraphWidget::mousePressEvent(QMouseEvent *event)
{
    m_pointer.press(*event);
}

void GraphWidget::mouseMoveEvent(QMouseEvent *event)
{
    m_pointer.move(*event);
    setCursor(m_pointer.shape());
}

void GraphWidget::mouseReleaseEvent(QMouseEvent *event)
{
    m_pointer.release(*event);
    setCursor(m_pointer.shape());
}

void GraphWidget::mouseDoubleClickEvent(QMouseEvent *event)
{
    m_pointer.doubleClick(*event);
}

void GraphWidget::leaveEvent(QEvent *)
{
    m_pointer.leave();
}

void GraphWidget::wheelEvent(QWheelEvent *event)
{
    event->accept();
    m_pointer.turnWheel(*event);
    setCursor(m_pointer.shape());
}

void GraphWidget::contextMenuEvent(QContextMenuEvent *event)
{
    if (event->reason() == QContextMenuEvent::Mouse) {
        const auto node = m_pointer.nodeAt(event->pos());
        if (!node)
            return;
        m_viewport.select(node);
    }
    m_viewport.select(m_viewport.selected()); // its function is the one pointed at now
    if (m_viewport.selected())
        emit contextMenuRequested(event->globalPos());
}

void GraphWidget::keyPressEvent(QKeyEvent *event)
{
    const auto action = m_state.appearance().keyMap().actionFor(*event);
    if (!action || !perform(*action))
        QWidget::keyPressEvent(event);
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

} // namespace ember::views
