// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/overlay.h"

#include "views/boxes/boxreference.h"
#include "views/state/framechoice.h"

#include <QPainter>

#include <algorithm>

namespace ember::views {

using namespace model;

QRectF placeOf(const BoxReference &box, const SpanTable &spans, const ChartLayout &layout,
               const ChartCamera &camera)
{
    const Lane *lane = layout.laneOf(box.thread);
    if (!lane || lane->rows <= static_cast<int>(box.depth) || !holds(spans, box))
        return {};
    const auto range = rangeOf(spans, box);
    // Clips to the window: painters are not made for boxes that reach a million pixels beyond it.
    const double left = std::max(-10.0, camera.scale.toX(range.start));
    const double right =
        std::min(camera.scale.width() + 10, std::max(camera.scale.toX(range.end), left + 2));
    if (right <= left)
        return {};
    return {left, double(layout.rowTop(*lane, box.depth) - camera.scrollY), right - left,
            double(layout.metrics().rowHeight - 1)};
}

QRegion pointerRegion(const ViewState &state, const ChartLayout &layout, const ChartCamera &camera,
                      QSize size)
{
    // Rounds outwards: an edge between two pixels colours both.
    const auto around = [](const QRectF &place) {
        return place.toAlignedRect().adjusted(-1, -1, 1, 1);
    };
    QRegion region;
    if (state.selection().hovered()) {
        const QRectF place = placeOf(*state.selection().hovered(), *state.spans(), layout, camera);
        if (!place.isNull())
            region += around(place);
    }
    if (const auto cursor = state.selection().cursor())
        region += around(QRectF(camera.scale.toX(*cursor), 0, 1, size.height()));
    return region & QRect(QPoint(0, 0), size);
}

void paintOverlay(QPainter &painter, const ViewState &state, const ChartLayout &layout,
                  const ChartCamera &camera, QSize size)
{
    const Theme &theme = state.theme();
    const SpanTable &spans = *state.spans();
    if (state.selection().range())
        paintRange(painter, theme, camera.scale, *state.selection().range(), size.height());
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (const auto &hovered = state.selection().hovered())
        paintHovered(painter, theme, placeOf(*hovered, spans, layout, camera));
    if (const auto &selected = state.selection().box())
        paintSelected(painter, theme, placeOf(*selected, spans, layout, camera));
    // The call that is to blame is the selected one at first.
    if (const auto &blame = state.frames().chosenBlame()) {
        const QRectF place = placeOf(blame->call, spans, layout, camera);
        if (!place.isNull())
            paintOutline(painter, place, theme.error, 2);
    }
    if (const auto cursor = state.selection().cursor()) {
        QColor line = theme.mutedText;
        line.setAlpha(140);
        painter.fillRect(QRectF(camera.scale.toX(*cursor), 0, 1, size.height()), line);
    }
}

} // namespace ember::views
