// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphviewport.h"

#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

// The most matches that are found: their callers and these callers' other callees are found, too.
constexpr std::size_t mostMatches = 10'000;
constexpr double leastReadable = 8; // pixels
constexpr int partWhenLooked = 10; // so closely are calls looked at that are too narrow to be boxes
constexpr int partWhenZoomed = 6; // 1/6 of the window is enough for a name

// Whether a box comes before another one when they are read row by row.
bool isReadBefore(const GraphHit &one, const GraphHit &other)
{
    return std::tie(one.row, one.box.place.start, one.box.node)
        < std::tie(other.row, other.box.place.start, other.box.node);
}

} // namespace

GraphViewport::GraphViewport(ViewSelection &selection, QScrollBar &scrollBar, QObject *parent)
    : QObject(parent),
      m_selection(selection),
      m_scrollBar(scrollBar)
{
    m_zoom.setLimits(wholeGraph);
    m_zoom.follow(wholeGraph);
    connect(&m_zoom, &TimeZoom::moved, this, [this] { m_fitted.clear(); });
    connect(&m_zoom, &TimeZoom::visibleChanged, this, &GraphViewport::relayout);
    connect(&scrollBar, &QScrollBar::valueChanged, this, &GraphViewport::moved);
    connect(&selection, &ViewSelection::matchesChanged, this, [this] { m_matches.reset(); });
    connect(&selection, &ViewSelection::functionChanged, this, [this] {
        if (m_tree && m_selected && m_selection.function().isValid()
            && !m_selection.isChosen(frameOf(*m_selected)))
            select(std::nullopt); // another function was selected elsewhere
    });
}

void GraphViewport::setTree(std::shared_ptr<MergedTree> tree,
                            std::shared_ptr<const GraphMarks> marks)
{
    const auto found = m_selected && tree ? tree->find(m_tree->wayTo(*m_selected)) : std::nullopt;
    // An estimate may lack the selected call: the previous tree stays until the exact answer.
    if (m_selected && !found && tree && tree->calls().accuracy == Accuracy::Estimate)
        return;
    m_marks = std::move(marks);
    m_tree = std::move(tree);
    ++m_treeNumber;
    m_selected = found;
    if (!m_tree)
        forget();
    if (m_tree && !m_fitted.empty())
        m_zoom.follow(placeOf(*m_tree, m_tree->follow(m_fitted)));
    relayout();
    emit selectionChanged();
}

FrameIndex GraphViewport::frameOf(MergedIndex node) const
{
    return inOpenProfile(m_tree->node(node).frame);
}

FrameIndex GraphViewport::inOpenProfile(FrameIndex frame) const
{
    return m_marks ? m_marks->inOpenProfile(frame) : frame;
}

void GraphViewport::forget()
{
    m_selected.reset();
    m_fitted.clear();
    m_zoom.follow(wholeGraph);
    m_zoom.clearHistory();
}

void GraphViewport::setRoots(Roots roots)
{
    m_roots = roots;
    relayout();
    m_scrollBar.setValue(roots == Roots::Top ? 0 : m_scrollBar.maximum());
    emit moved();
}

void GraphViewport::resize(QSize size)
{
    m_size = size;
    relayout();
}

// Keeps the roots in place while the depth of the tree changes.
void GraphViewport::relayout()
{
    m_layout = m_tree ? GraphLayout(*m_tree, scale()) : GraphLayout();
    m_matches.reset();
    const int fromBottom = m_scrollBar.maximum() - m_scrollBar.value();
    const int height = static_cast<int>(m_layout.rows().size()) * rowHeight;
    m_scrollBar.setPageStep(m_size.height());
    m_scrollBar.setSingleStep(3 * rowHeight);
    m_scrollBar.setRange(0, std::max(0, height - m_size.height()));
    if (m_roots == Roots::Bottom)
        m_scrollBar.setValue(m_scrollBar.maximum() - fromBottom);
    emit moved();
}

int GraphViewport::topOf(std::size_t row) const
{
    const int place = static_cast<int>(row) * rowHeight;
    if (m_roots == Roots::Top)
        return place - m_scrollBar.value();
    const int fromBottom = m_scrollBar.maximum() - m_scrollBar.value();
    return m_size.height() + fromBottom - place - rowHeight;
}

std::optional<GraphHit> GraphViewport::hitAt(QPointF position) const
{
    if (position.x() < 0 || position.x() >= m_size.width() || position.y() < 0)
        return std::nullopt;
    const int fromRoot = m_roots == Roots::Top
        ? static_cast<int>(position.y()) - topOf(0)
        : topOf(0) + rowHeight - 1 - static_cast<int>(position.y());
    if (fromRoot < 0)
        return std::nullopt;
    const auto row = static_cast<std::size_t>(fromRoot / rowHeight);
    // First the box that is there; then one so narrow that its pixel alone is there.
    const TimeScale view = scale();
    const auto at = view.toTime(position.x());
    const auto pixel = std::floor(position.x());
    const GraphBox *box = m_layout.boxAt(row, {at, at + Nanoseconds(1)});
    if (!box)
        box = m_layout.boxAt(row, {view.toTime(pixel), view.toTime(pixel + 1)});
    return box ? std::optional(GraphHit{row, *box}) : std::nullopt;
}

QRectF GraphViewport::rectOf(MergedIndex node) const
{
    const auto place = placeOf(*m_tree, node);
    const auto view = scale();
    const double left = std::max(-10.0, view.toX(place.start));
    const double right =
        std::min(view.width() + 10, std::max(view.toX(place.end), view.toX(place.start) + 2));
    if (right <= left)
        return {};
    return {left, double(topOf(rowOf(*m_tree, node))), right - left, double(rowHeight - 1)};
}

void GraphViewport::select(std::optional<MergedIndex> node)
{
    const bool isSame = node == m_selected;
    m_selected = node;
    if (node && m_tree)
        m_selection.setFunction(frameOf(*node));
    if (isSame)
        return;
    emit selectionChanged();
    emit selectedAnother();
}

void GraphViewport::fit(MergedIndex node)
{
    m_zoom.remember();
    m_zoom.show(placeOf(*m_tree, node));
    m_fitted = m_tree->wayTo(node);
}

void GraphViewport::lookCloser(const GraphBox &rest, double x)
{
    const TimeScale view = scale();
    const auto most = view.range().duration() / partWhenLooked;
    TimeRange place = rest.place;
    if (place.duration() > most) {
        const auto earliest = place.start;
        const auto latest = place.end - most;
        place.start = std::clamp(view.toTime(x) - most / 2, earliest, latest);
        place.end = place.start + most;
    }
    m_zoom.remember();
    m_zoom.show(place);
}

void GraphViewport::reveal(MergedIndex node)
{
    m_zoom.reveal(placeOf(*m_tree, node));
    revealRow(node);
}

void GraphViewport::revealToRead(MergedIndex node)
{
    const TimeRange place = placeOf(*m_tree, node);
    const auto visible = m_zoom.visible().duration();
    const bool isNarrow = scale().toX(place.end) - scale().toX(place.start) < leastReadable;
    if (isNarrow || place.duration() > visible) {
        if (m_zoom.showsAll()) // one step back leads there
            m_zoom.remember();
        const auto around = isNarrow ? place.duration() * (partWhenZoomed - 1) / 2 : Nanoseconds(0);
        m_zoom.show({place.start - around, place.end + around});
    }
    m_zoom.reveal(place);
    revealRow(node);
}

void GraphViewport::revealRow(MergedIndex node)
{
    const int top = topOf(rowOf(*m_tree, node));
    if (top < 0)
        scrollBy(top);
    else if (top + rowHeight > m_size.height())
        scrollBy(top + rowHeight - m_size.height());
}

const std::vector<GraphHit> &GraphViewport::matches()
{
    if (m_matches)
        return *m_matches;
    std::vector<GraphHit> &found = m_matches.emplace();
    if (!m_tree || !m_selection.matches().isActive())
        return found;
    const CallWeights &calls = m_tree->calls();
    std::vector<std::uint8_t> marked(calls.functionCount);
    for (std::size_t row = 1; row < calls.own.size(); ++row) {
        const PathNode &path = calls.paths[PathIndex(row)];
        if (m_selection.matches().contains(inOpenProfile(path.frame)))
            marked[path.identity.row()] = 1;
    }
    auto nodes = m_tree->find(marked, mostMatches);
    for (const auto &row : m_layout.rows()) {
        for (const GraphBox &box : row) {
            if (!box.isRest() && m_selection.matches().contains(frameOf(box.node)))
                nodes.push_back(box.node);
        }
    }
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    const auto places = placesOf(*m_tree, nodes);
    for (std::size_t row = 0; row < nodes.size(); ++row)
        found.push_back({rowOf(*m_tree, nodes[row]), {places[row], nodes[row]}});
    std::ranges::sort(found, isReadBefore);
    return found;
}

std::size_t GraphViewport::matchesUpToSelected()
{
    if (!m_tree || !m_selected)
        return 0;
    const GraphHit selected{rowOf(*m_tree, *m_selected),
                            {placeOf(*m_tree, *m_selected), *m_selected}};
    return static_cast<std::size_t>(std::ranges::upper_bound(matches(), selected, isReadBefore)
                                    - matches().begin());
}

void GraphViewport::scrollBy(int pixels)
{
    m_scrollBar.setValue(m_scrollBar.value() + pixels);
}

void GraphViewport::scrollByPage(int pages)
{
    scrollBy(pages * m_scrollBar.pageStep());
}

std::vector<VisibleNode> visibleNodes(const GraphViewport &viewport, std::size_t limit)
{
    std::vector<VisibleNode> visible;
    const TimeScale scale = viewport.scale();
    const QRect window({}, viewport.size());
    const auto &rows = viewport.layout().rows();
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const int top = viewport.topOf(row);
        if (top + GraphViewport::rowHeight <= 0 || top >= window.height())
            continue;
        for (const GraphBox &box : rows[row]) {
            if (visible.size() >= limit)
                return visible;
            const double left = std::max(0.0, scale.toX(box.place.start));
            const double right = std::min(scale.width(), scale.toX(box.place.end));
            if (box.isRest() || right <= left)
                continue;
            const QRect place(
                QPoint(int(left), top),
                QPoint(int(std::ceil(right)) - 1, top + GraphViewport::rowHeight - 1));
            visible.push_back({{viewport.treeNumber(), box.node}, place.intersected(window)});
        }
    }
    return visible;
}

} // namespace ember::views
