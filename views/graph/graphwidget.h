// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callweights.h"
#include "views/canvas/boxcanvas.h"
#include "views/graph/graphactions.h"
#include "views/graph/graphpainter.h"
#include "views/graph/graphpointer.h"
#include "views/graph/graphviewport.h"

#include <QLabel>

#include <optional>
#include <vector>

namespace ember::views {

// A merged tree as a graph: a box per node, as wide as its weight. Double click or Return zooms to
// a box, Escape back. Delegates its parts: layout and hit tests to graphviewport.h, keys to
// graphactions.h, the mouse to graphpointer.h, painting to graphpainter.h.
class GraphWidget : public BoxCanvas {
    Q_OBJECT
public:
    explicit GraphWidget(ViewState &state, QWidget *parent = nullptr);

    QSize sizeHint() const override;

    // Sets the tree to show; if it is null, `why` is shown instead.
    void setTree(std::shared_ptr<model::MergedTree> tree, const QString &why = {});
    void setTree(std::shared_ptr<model::MergedTree> tree, std::shared_ptr<const GraphMarks> marks);
    bool perform(ChartAction action) override;

    GraphViewport &viewport() { return m_viewport; }
    const GraphViewport &viewport() const { return m_viewport; }

    // Returns the boxes in the window, for screen readers.
    const std::vector<VisibleNode> &visibleBoxes() const;

signals:
    void inversionRequested(); // by its key

protected:
    CanvasPointer &pointer() override { return m_pointer; }
    QSize canvasSize() const override { return m_viewport.size(); }
    void resizeCanvas(QSize size) override { m_viewport.resize(size); }
    void setLabelFont(const QFont &font) override { m_painter.setFont(font); }
    void forgetVisibleBoxes() override { m_visible.reset(); }
    bool isEmpty() const override;
    QString emptyText() const override;
    void paintBoxes(QImage &image) override;
    void paintOverlay(QPainter &painter) override;
    bool isAnySelected() const override { return m_viewport.selected().has_value(); }
    QString tipAt(const QPoint &position) const override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void describe();

    ViewState &m_state;
    GraphViewport m_viewport;
    GraphActions m_actions;
    GraphPointer m_pointer;
    GraphPainter m_painter;
    QString m_why;
    mutable std::optional<std::vector<VisibleNode>> m_visible; // empty: found when asked for
};

// Registers the interface of graphs for screen readers: their boxes are those in the window,
// "function, 12 ms, 3 %". Call before a graph is given a name.
void tellBoxesOfGraphs();

// The line below a graph: the calls not drawn, those that filters leave out, and the search
// matches.
class GraphFooter : public QLabel {
    Q_OBJECT
public:
    GraphFooter(const ViewState &state, const GraphWidget &graph, QWidget *parent = nullptr);

private:
    void tell();
    bool isEstimate() const;
    double matched();
    double leftOut() const;

    const ViewState &m_state;
    const GraphWidget &m_graph;
    model::CallWeightsPointer m_searched; // that m_matched was computed for
    double m_matched = 0;
};

} // namespace ember::views
