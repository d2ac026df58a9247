// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/graphlayout.h"
#include "views/graph/graphtext.h"
#include "views/state/timezoom.h"
#include "views/state/viewselection.h"

#include <QObject>
#include <QRect>
#include <QRectF>
#include <QSize>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

class QScrollBar;

namespace ember::views {

enum class Roots : std::uint8_t { Top, Bottom };

// A box in the window, and its row.
struct GraphHit {
    std::size_t row = 0;
    GraphBox box;
};

// The part of a merged tree that is in the window: zoom, scrolling, layout and selection. When
// another tree is set, zoom and selection stay on the same calls.
class GraphViewport : public QObject {
    Q_OBJECT
public:
    static constexpr int rowHeight = 18; // logical pixels, as all sizes here

    GraphViewport(ViewSelection &selection, QScrollBar &scrollBar, QObject *parent = nullptr);

    // Sets the tree to show; null: nothing. Without marks, boxes look like those of the flamechart.
    void setTree(std::shared_ptr<model::MergedTree> tree,
                 std::shared_ptr<const GraphMarks> marks = {});
    model::MergedTree *tree() const { return m_tree.get(); }
    // Increases with each tree that is set.
    std::uint64_t treeNumber() const { return m_treeNumber; }
    const GraphMarks *marks() const { return m_marks.get(); }
    // A frame of the open profile with the node's function; invalid if it does not have it.
    model::FrameIndex frameOf(model::MergedIndex node) const;
    void setRoots(Roots roots);
    Roots roots() const { return m_roots; }

    QSize size() const { return m_size; }
    void resize(QSize size);

    TimeZoom &zoom() { return m_zoom; }
    TimeScale scale() const { return {m_zoom.visible(), double(m_size.width())}; }
    const GraphLayout &layout() const { return m_layout; }

    // Returns the top of a row relative to the top of the window.
    int topOf(std::size_t row) const;
    std::optional<GraphHit> hitAt(QPointF position) const;
    // Returns a box clipped to the window's width; null if outside.
    QRectF rectOf(model::MergedIndex node) const;

    std::optional<model::MergedIndex> selected() const { return m_selected; }
    // Selects a node and sets ViewSelection::function() to its function.
    void select(std::optional<model::MergedIndex> node);
    void fit(model::MergedIndex node);
    // Zooms into a box without a node, around `x` if it is wide.
    void lookCloser(const GraphBox &rest, double x);
    // Scrolls and pans no farther than needed to bring the node into view.
    void reveal(model::MergedIndex node);
    // Like reveal(), but zooms where the node would be too narrow to be read, or wider than the
    // window.
    void revealToRead(model::MergedIndex node);

    // The calls that match the search, however narrow, row by row from the root on and each row
    // from left to right: those that the window shows, and the 10,000 nearest to the root.
    const std::vector<GraphHit> &matches();
    // The number of matches up to the selected box and with it; 0 if nothing is selected.
    std::size_t matchesUpToSelected();
    void scrollBy(int pixels);
    void scrollByPage(int pages);

signals:
    void moved(); // other boxes are shown, or at other places
    void selectionChanged();
    void selectedAnother(); // another node or none was selected, but not because of a new tree

private:
    model::FrameIndex inOpenProfile(model::FrameIndex frame) const;
    void forget(); // resets selection, zoom and its history
    void relayout();
    void revealRow(model::MergedIndex node);

    ViewSelection &m_selection;
    QScrollBar &m_scrollBar;
    std::shared_ptr<model::MergedTree> m_tree;
    std::shared_ptr<const GraphMarks> m_marks;
    std::uint64_t m_treeNumber = 0;
    Roots m_roots = Roots::Top;
    TimeZoom m_zoom;
    GraphLayout m_layout;
    std::optional<std::vector<GraphHit>> m_matches; // empty: found when asked for
    QSize m_size;
    std::optional<model::MergedIndex> m_selected;
    // The way to the node that was zoomed to; empty once the user has moved the view.
    std::vector<model::IdentityIndex> m_fitted;
};

// A call of a graph; valid as long as its tree is shown.
struct GraphNode {
    std::uint64_t tree = 0; // GraphViewport::treeNumber()
    model::MergedIndex node;

    friend bool operator==(const GraphNode &, const GraphNode &) = default;
};

struct VisibleNode {
    GraphNode box;
    QRect place; // in the widget, clipped to it
};

// Returns the boxes of calls that are in the window, from the roots on and each row from left to
// right; at most `limit` of them, without calls that are too narrow to be drawn.
std::vector<VisibleNode> visibleNodes(const GraphViewport &viewport, std::size_t limit);

} // namespace ember::views
