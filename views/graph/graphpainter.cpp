// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphpainter.h"

#include "views/graph/graphtext.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ember::views {

namespace {

int toLine(double y, double ratio)
{
    return static_cast<int>(std::lround(y * ratio));
}

} // namespace

void GraphPainter::paint(QImage &image, const ViewState &state, const GraphViewport &viewport)
{
    const double ratio = image.devicePixelRatio();
    const TimeScale scale(viewport.scale().range(), image.width());
    m_rows.begin(image, state);
    if (viewport.marks()) // the frames may be another profile's with each picture
        m_rows.forgetNames();
    m_rows.clear(0, image.height());
    for (std::size_t row = 0; row < viewport.layout().rows().size(); ++row) {
        const int top = viewport.topOf(row);
        RowBand &band = m_rows.band(0);
        if (!band.startRow(toLine(top, ratio), toLine(top + GraphViewport::rowHeight, ratio)))
            continue;
        paintRow(band, state, viewport, scale, row);
        band.endRow();
    }
    m_rows.paintLabels(image, *viewport.tree()->calls().profile);
}

// Paints a row. A pixel shows the box that holds its centre. A box that holds none gets the pixel
// it begins in, unless another box has it.
void GraphPainter::paintRow(RowBand &band, const ViewState &state, const GraphViewport &viewport,
                            const TimeScale &scale, std::size_t row)
{
    const double width = scale.width();
    int painted = 0;
    for (const GraphBox &box : viewport.layout().rows()[row]) {
        const double left = std::clamp(scale.toX(box.place.start), 0.0, width);
        const double right = std::clamp(scale.toX(box.place.end), 0.0, width);
        const int begin = static_cast<int>(std::ceil(left - 0.5));
        const int end = static_cast<int>(std::ceil(right - 0.5));
        const int from = std::max(painted, begin < end ? begin : static_cast<int>(left));
        const int to = std::min(static_cast<int>(width), std::max(from + 1, end));
        if (from >= to)
            continue;
        if (box.isRest()) {
            band.add(from, to, {}, restColour(state.theme(), scale, box, to - from), {});
        } else {
            paintBox(band, state, viewport, from, to, box.node);
        }
        painted = to;
    }
}

void GraphPainter::paintBox(RowBand &band, const ViewState &state, const GraphViewport &viewport,
                            int from, int to, model::MergedIndex node)
{
    const auto frame = viewport.tree()->node(node).frame;
    const ColourMode mode = state.appearance().colourMode();
    if (viewport.marks())
        band.add(from, to, frame, markedColour(state, viewport, node),
                 viewport.marks()->signOf(node));
    else if (isByLevel(mode))
        band.addLevel(from, to, frame, levelOf(mode, *viewport.tree(), node));
    else
        band.add(from, to, frame);
}

BoxColour restColour(const Theme &theme, const TimeScale &scale, const GraphBox &box, double pixels)
{
    const double part = scale.toX(scale.range().start + box.taken) / pixels;
    constexpr double least = 0.15; // of the ink
    constexpr double most = 0.4;
    const QColor pale(theme.dimmed.fill);
    const double ink = least + (most - least) * std::clamp(part, 0.0, 1.0);
    const auto mixed = [&](int from, int to) {
        return static_cast<int>(std::lround(from + (to - from) * ink));
    };
    const QColor fill(mixed(pale.red(), theme.mutedText.red()),
                      mixed(pale.green(), theme.mutedText.green()),
                      mixed(pale.blue(), theme.mutedText.blue()));
    return {fill.rgb(), theme.text.rgb()};
}

BoxColour markedColour(const ViewState &state, const GraphViewport &viewport,
                       model::MergedIndex node)
{
    const SearchMatches &matches = state.selection().matches();
    return matches.isActive() && !matches.contains(viewport.frameOf(node))
        ? state.theme().dimmed
        : viewport.marks()->colourOf(node, state.theme());
}

namespace {

// Outlines all calls of the selected function.
void paintChosen(QPainter &painter, const ViewState &state, const GraphViewport &viewport)
{
    const ViewSelection &selection = state.selection();
    if (selection.chosen().empty())
        return;
    constexpr double narrow = 3;
    for (const auto &row : viewport.layout().rows()) {
        for (const GraphBox &box : row) {
            if (box.isRest() || !selection.isChosen(viewport.frameOf(box.node)))
                continue;
            const QRectF place = viewport.rectOf(box.node);
            // Inside: many calls are marked, and neighbours would share the seam around them.
            if (place.width() > narrow)
                paintOutline(painter, place.adjusted(1, 1, -1, -1), state.theme().match, 1);
            else
                painter.fillRect(place, state.theme().match);
        }
    }
}

} // namespace

void paintGraphOverlay(QPainter &painter, const ViewState &state, const GraphViewport &viewport,
                       std::optional<model::MergedIndex> hovered)
{
    paintChosen(painter, state, viewport);
    if (hovered)
        paintHovered(painter, state.theme(), viewport.rectOf(*hovered));
    if (viewport.selected())
        paintSelected(painter, state.theme(), viewport.rectOf(*viewport.selected()));
}

} // namespace ember::views
